import { LockMode } from '@mikro-orm/postgresql'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { triggers } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { Trigger, Welcome, WelcomeBody } from '@vesper/sync/vesper/api/broadcasts.ts'
import { hasContent, NOTHING_TO_SEND } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { takeFiles } from '../../../content/attachments.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { fileView } from '../../../infra/files/views.ts'
import type { FanJoined } from '../../../infra/hooks.ts'
import { lockWithMany } from '../../talk/conversations/lock-with-many.ts'
import { filesOfMessage, MANY, messageFiles } from '../../talk/messages/attachments.ts'
import { sendToMany } from '../../talk/messages/send-to-many.ts'
import { requireReadyFiles } from './broadcast-files.ts'
import { Broadcast } from './entity.ts'
import { figuresOf, noFigures } from './figures-of.ts'
import { isKept } from './is-kept.ts'
import { CREATORS_ONLY } from './lock-broadcast.ts'

/** A fan gets a welcome of one kind once in this time. */
const ONCE_MS = 90 * 86_400_000

type SetWelcome = v.InferOutput<typeof WelcomeBody> & { trigger: Trigger }

/**
 * Sets what a creator's fans get by themselves when they follow, subscribe or come back. Messages that were sent stay as they are.
 * Refusals: `forbidden` for a fan, `invalid` for a welcome that is on and says nothing, and for files that cannot be used.
 */
export async function setWelcome(tx: Tx, { trigger, text, fileIds, price, isOn }: SetWelcome): Promise<void> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'drafts', performerId)
  if (isOn && !hasContent({ text, fileIds })) throw new Refusal('invalid', NOTHING_TO_SEND)
  if (isOn) await requireUnrestricted(tx, performerId, 'message')
  if (isOn && price > 0) await requireUnrestricted(tx, performerId, 'sell')
  // A greeting that is under way comes before: its files stay.
  const before = await tx.em.find(
    Broadcast,
    { performerId, trigger, isRetired: false },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  const id = v7()
  const state = isOn ? ('sending' as const) : ('draft' as const)
  const content = { text, fileIds, price, include: [], exclude: [], state }
  const stamps = { createdAt: tx.now, updatedAt: tx.now }
  tx.em.create(Broadcast, { id, performerId, trigger, ...content, ...stamps })
  await takeFiles(tx, fileIds, { holderId: id, takes: { ...messageFiles, type: MANY } })
  await tx.em.flush()
  if (isOn) await requireReadyFiles(tx, id)
  for (const former of before) {
    former.isRetired = true
    // The messages that went out hold on to theirs.
    if ((await sentOf(tx, former.id)) === 0) await removeFilesOf(tx, { type: MANY, id: former.id })
  }
  await tx.em.flush()
}

async function sentOf(tx: Tx, id: string): Promise<number> {
  const [sent] = await tx.em.execute<{ count: number }[]>(
    'select count(*)::int as count from broadcast_recipient where broadcast_id = ?',
    [id],
  )
  return sent?.count ?? 0
}

/**
 * Greets a fan who has just joined, in the transaction and under the locks of that. A fan whom the creator cannot write to
 * is greeted later or not at all.
 */
export const greet: FanJoined = async (tx, { fanId, performerId, how }) => {
  const kept = { performerId, trigger: how, isRetired: false, state: 'sending' } as const
  const locked = { lockMode: LockMode.PESSIMISTIC_READ, refresh: true } as const
  const welcome = await tx.em.findOne(Broadcast, kept, locked)
  if (!welcome || fanId === performerId) return
  if (await isKept(tx, welcome)) return
  if (await wasGreeted(tx, { fanId, performerId, how })) return
  const { id, text, price } = welcome
  const many = { id, text, price, isAutomatic: true, files: await filesOfMessage(tx.em, { id, broadcastId: id }) }
  const asCreator: Tx = { ...tx, actor: { userId: performerId, sessionId: '', isPerformer: true } }
  const conversation = (await lockWithMany(asCreator, [fanId])).get(fanId)
  const delivery = sendToMany(asCreator, many, { locked: conversation, occasion: tx.now.toISOString() })
  await tx.em.flush()
  const messageId = delivery.state === 'sent' ? delivery.messageId : null
  await tx.em.execute(
    `insert into broadcast_recipient (broadcast_id, user_id, state, message_id, sent_at) values (?, ?, ?, ?, ?)
     on conflict (broadcast_id, user_id) do update
     set state = excluded.state, message_id = excluded.message_id, sent_at = excluded.sent_at`,
    [id, fanId, delivery.state, messageId, tx.now],
  )
}

async function wasGreeted(
  tx: Tx,
  { fanId, performerId, how }: { fanId: string; performerId: string; how: Trigger },
): Promise<boolean> {
  const found = await tx.em.execute<object[]>(
    `select from broadcast_recipient r join broadcast b on b.id = r.broadcast_id
     where r.user_id = ? and r.state = 'sent' and r.sent_at > ? and b.performer_id = ? and b.trigger = ? limit 1`,
    [fanId, new Date(tx.now.getTime() - ONCE_MS), performerId, how],
  )
  return found.length > 0
}

/** The welcomes of a creator, one for each trigger; one that was never set is empty and off. */
export async function welcomesOf(
  { app, em }: { app: App; em: SqlEntityManager },
  performerId: string,
): Promise<Welcome[]> {
  const found = await em.find(Broadcast, { performerId, trigger: { $ne: null }, isRetired: false })
  const figures = await figuresOf(
    em,
    found.map(({ id }) => id),
  )
  return Promise.all(
    triggers.map(async (trigger) => {
      const welcome = found.find((one) => one.trigger === trigger)
      const files = welcome ? await filesOfMessage(em, { id: welcome.id, broadcastId: welcome.id }) : []
      return {
        trigger,
        text: welcome?.text ?? '',
        files: files.map((file) => fileView(app, file, performerId)),
        price: welcome?.price ?? 0,
        isOn: welcome?.state === 'sending',
        figures: figures.get(welcome?.id ?? '') ?? noFigures,
      }
    }),
  )
}
