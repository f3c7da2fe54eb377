import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { BROADCASTS_A_DAY, emptyBroadcast, stateAfter, TAKE_BACK_MS } from '@vesper/sync/vesper/records/broadcast.ts'
import { hasContent, NOTHING_TO_SEND } from '@vesper/sync/vesper/records/message.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { requireOpenCreator } from '../../people/performers/review/require-open-creator.ts'
import { MANY } from '../../talk/messages/attachments.ts'
import { holdBroadcastFiles, requireReadyFiles } from './broadcast-files.ts'
import { Broadcast } from './entity.ts'
import { CREATORS_ONLY, lockBroadcast, moveOn } from './lock-broadcast.ts'
import { reachOf } from './reach-of.ts'
import { sendDueBroadcasts } from './send-due.ts'
import { leaveWaiting, stopSending } from './stop-sending.ts'

/** A send comes before or after: no save changes what was confirmed. */
const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const

const DAY_MS = 86_400_000
/** Drafts that one creator keeps. */
const DRAFTS_MAX = 100
/** A message is planned at most so far ahead. */
const AHEAD_MS = 365 * DAY_MS

const DISCARDED = 'This message was discarded. Your words are kept on this device.'
const SENT = 'This message has gone out already. Your words are kept on this device.'

export type SaveBroadcast = Omit<ArgsOf<'broadcast.save'>, 'editedAt'>

/**
 * Writes fields of the actor's draft, which it begins if there is none. Refusals: `forbidden` for a fan or one draft too
 * many, `conflict` (the id is another's; it was discarded, or has gone out), `invalid` for files that cannot be used.
 */
export async function saveBroadcast(tx: Tx, { _id: id, changes }: SaveBroadcast): Promise<Broadcast> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  // Also of a draft that is not there yet: two devices may begin it at once.
  await lock(tx, 'draft', id)
  const broadcast = (await tx.em.findOne(Broadcast, { id }, LOCKED)) ?? (await begin(tx, id))
  if (broadcast.performerId !== performerId || broadcast.trigger) {
    throw new Refusal('conflict', 'This message id is in use already.')
  }
  if (broadcast.isRetired) throw new Refusal('conflict', DISCARDED)
  if (broadcast.state !== 'draft') throw new Refusal('conflict', SENT)
  if (changes.fileIds) await holdBroadcastFiles(tx, id, changes.fileIds)
  const { sendAt, ...fields } = changes
  const at = sendAt === undefined ? {} : { sendAt: sendAt === null ? null : new Date(sendAt) }
  Object.assign(broadcast, { ...fields, ...at, version: broadcast.version + 1, updatedAt: tx.now })
  await tx.em.flush()
  return broadcast
}

async function begin(tx: Tx, id: string): Promise<Broadcast> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'drafts', performerId)
  const count = await tx.em.count(Broadcast, { performerId, state: 'draft', isRetired: false, trigger: null })
  if (count >= DRAFTS_MAX) {
    throw new Refusal('forbidden', `You have ${DRAFTS_MAX} drafts of messages to many. Send or discard some.`)
  }
  return create(tx, { id, performerId, isRetired: false })
}

/** An empty one, or with `isRetired` one that was discarded before it was there. */
function create(tx: Tx, given: Pick<Broadcast, 'id' | 'performerId' | 'isRetired'>): Broadcast {
  const { sendAt: _none, ...content } = emptyBroadcast
  return tx.em.create(Broadcast, { ...content, ...given, createdAt: tx.now, updatedAt: tx.now })
}

/** Discards the actor's draft with its files; one that is not there, or gone already, stays so. Refuses what has gone out. */
export async function discardBroadcast(tx: Tx, { _id: id }: { _id: string }): Promise<void> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'draft', id)
  const broadcast = await tx.em.findOne(Broadcast, { id, performerId, trigger: null }, LOCKED)
  // A save that comes later must not begin it anew.
  if (!broadcast) {
    if (await tx.em.findOne(Broadcast, { id })) return
    create(tx, { id, performerId, isRetired: true })
    return tx.em.flush()
  }
  if (broadcast.isRetired) return
  if (broadcast.state !== 'draft') throw new Refusal('conflict', SENT)
  await removeFilesOf(tx, { type: MANY, id })
  Object.assign(broadcast, { isRetired: true, text: '', fileIds: [], updatedAt: tx.now })
  await tx.em.flush()
}

/** The version of a message, and the number of its recipients, as its author saw them. */
type Seen = { id: string; version: number; count: number }

/**
 * Sends the actor's draft in a minute, or at its time. The same call again answers what stands. Refusals: `not-found`;
 * `conflict` where the draft or its audience is not what was seen; `invalid` for nothing to send, nobody to send it to, a time
 * in the past; `rate-limited` for a third one in a day; `forbidden` while the creator is closed.
 */
export async function sendBroadcast(tx: Tx, { id, version, count }: Seen): Promise<Broadcast> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  // One at a time, so that each counts those before it.
  await lock(tx, 'drafts', performerId)
  const broadcast = await lockBroadcast(tx, id)
  if (broadcast.version !== version) throw new Refusal('conflict', 'This message has changed. Look at it again.')
  const { sendAt } = broadcast
  const action = sendAt ? 'schedule' : 'send'
  if (broadcast.state === 'counting' || broadcast.state === 'scheduled') return broadcast
  if (stateAfter(broadcast.state, action) === null) moveOn(tx, broadcast, action)
  await requireOpenCreator(tx.em, performerId)
  await requireUnrestricted(tx, performerId, 'message')
  if (broadcast.price > 0) await requireUnrestricted(tx, performerId, 'sell')
  await requireSendable(tx, broadcast, count)
  const goesAt = sendAt ?? new Date(tx.now.getTime() + TAKE_BACK_MS)
  await requireTurn(tx, broadcast, goesAt)
  moveOn(tx, broadcast, action)
  Object.assign(broadcast, { goesAt, returned: null })
  await tx.em.flush()
  tx.afterCommit(() => tx.app.jobs.wake(sendDueBroadcasts))
  return broadcast
}

async function requireSendable(tx: Tx, broadcast: Broadcast, count: number): Promise<void> {
  if (!hasContent(broadcast)) throw new Refusal('invalid', NOTHING_TO_SEND)
  const { sendAt } = broadcast
  if (sendAt && sendAt <= tx.now) throw new Refusal('invalid', 'This time is over. Choose a later one.')
  if (sendAt && sendAt.getTime() - tx.now.getTime() > AHEAD_MS) {
    throw new Refusal('invalid', 'Choose a time within a year.')
  }
  await requireReadyFiles(tx, broadcast.id)
  const reach = await reachOf(tx.em, broadcast, tx.now)
  if (reach.count === 0) throw new Refusal('invalid', 'This message goes to nobody. Choose others.')
  if (reach.count !== count) {
    throw new Refusal('conflict', `The list has changed: it goes to ${reach.count} now.`)
  }
}

/** The other messages within a day before and after. */
async function requireTurn(tx: Tx, { id, performerId }: Broadcast, goesAt: Date): Promise<void> {
  const others = await tx.em.count(Broadcast, {
    ...{ performerId, id: { $ne: id }, trigger: null, state: { $ne: 'draft' } },
    goesAt: { $gt: new Date(goesAt.getTime() - DAY_MS), $lt: new Date(goesAt.getTime() + DAY_MS) },
  })
  if (others >= BROADCASTS_A_DAY) {
    throw new Refusal('rate-limited', 'Two messages to many a day. Send this one tomorrow, or choose another time.')
  }
}

/** Makes a draft again of what has not begun to go out. Refuses as `conflict` what has. */
export async function takeBack(tx: Tx, id: string): Promise<Broadcast> {
  const broadcast = await lockBroadcast(tx, id)
  if (broadcast.state === 'draft') return broadcast
  moveOn(tx, broadcast, 'take-back')
  Object.assign(broadcast, { goesAt: null, version: broadcast.version + 1 })
  await tx.em.flush()
  return broadcast
}

/** Sends it to nobody else. All who have it keep it. */
export async function stopBroadcast(tx: Tx, id: string): Promise<Broadcast> {
  const broadcast = await lockBroadcast(tx, id)
  if (broadcast.state === 'stopped') return broadcast
  await stopSending(tx, broadcast)
  return broadcast
}

/** Sends it to nobody else, and takes it from all who have not bought it: the job goes through them. */
export async function unsendBroadcast(tx: Tx, id: string): Promise<Broadcast> {
  const broadcast = await lockBroadcast(tx, id)
  if (broadcast.state === 'unsent') return broadcast
  moveOn(tx, broadcast, 'unsend')
  await leaveWaiting(tx, id)
  await tx.em.flush()
  tx.afterCommit(() => tx.app.jobs.wake(sendDueBroadcasts))
  return broadcast
}
