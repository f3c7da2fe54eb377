import { setTimeout } from 'node:timers/promises'
import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { timeUntil } from '../../../infra/jobs/time-until.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { lockWithMany } from '../../talk/conversations/lock-with-many.ts'
import { isBought } from '../../talk/messages/access.ts'
import { filesOfMessage } from '../../talk/messages/attachments.ts'
import { deleteMessage } from '../../talk/messages/commands.ts'
import { ownersOf } from '../../talk/messages/owners-of.ts'
import { idOfMany, sendToMany } from '../../talk/messages/send-to-many.ts'
import { beginBroadcast } from './begin-broadcast.ts'
import { Broadcast, BroadcastRecipient } from './entity.ts'
import { isKept } from './is-kept.ts'
import { moveOn } from './lock-broadcast.ts'
import { chosenAmong } from './reach-of.ts'
import { stopSending } from './stop-sending.ts'

/** Recipients of one transaction, which keeps their conversations locked. */
const BATCH = 20
/** One batch in this time, and twice as long a rest as it took: messages that people write go between. */
const PACE_MS = 200
/** The job gives way to another run after so long. */
const RUN_MS = 5 * 60_000

/**
 * Sends messages to many at their time, each in batches, those of several creators in turns, and takes back what was unsent.
 * Commands wake it.
 */
export const sendDueBroadcasts: RecurringJob = {
  kind: 'recurring',
  name: 'broadcasts.send-due',
  everySeconds: 60,
  async run(app, signal) {
    await beginDue(app, signal)
    const until = Date.now() + RUN_MS
    for (;;) {
      signal.throwIfAborted()
      const ids = await atWork(app)
      if (ids.length === 0 || Date.now() > until) break
      const begun = Date.now()
      await workThrough(app, ids, { work: (id) => sendBatch(app, id), signal })
      const took = Date.now() - begun
      await setTimeout(Math.max(2 * took, PACE_MS - took))
      await beginDue(app, signal)
    }
    return untilNext(app)
  },
}

/** Messages of open creators with recipients that wait, and those that were unsent and some still have. */
async function atWork(app: App): Promise<string[]> {
  const rows = await app.orm.em.fork().execute<{ id: string }[]>(
    `select b.id from broadcast b ${joinAccount('u', 'b.performer_id')}
     where b.trigger is null and not b.is_retired and (b.state = 'sending' and ${openToOthers('u')} or b.state = 'unsent' and exists (
       select from broadcast_recipient r where r.broadcast_id = b.id and r.state = 'sent'
     )) order by b.goes_at, b.id limit 100`,
  )
  return rows.map(({ id }) => id)
}

/** The messages of creators who are open to others: the other ones wait for that, too. */
const WAITING = `broadcast b ${joinAccount('u', 'b.performer_id')} and ${openToOthers('u')}
  where not b.is_retired and b.state in ('counting', 'scheduled')`

async function beginDue(app: App, signal?: AbortSignal): Promise<void> {
  const due = await app.orm.em
    .fork()
    .execute<{ id: string }[]>(`select b.id from ${WAITING} and b.goes_at <= ? order by b.goes_at`, [app.clock()])
  await workThrough(app, due, { work: ({ id }) => transact(app, null, (tx) => beginBroadcast(tx, id)), signal })
}

/** Sends to the next recipients, or takes back what they have. Each is done in the transaction that says so. */
export async function sendBatch(app: App, id: string): Promise<void> {
  const found = await app.orm.em.fork().findOneOrFail(Broadcast, { id }, { fields: ['performerId'] })
  const actor: Actor = { userId: found.performerId, sessionId: '', isPerformer: true }
  await transact(app, actor, async (tx) => {
    const broadcast = await locked(tx, id)
    // Its author is kept from messages meanwhile: the rest never gets it.
    if (broadcast.state === 'sending' && (await isKept(tx, broadcast))) await stopSending(tx, broadcast)
    else if (broadcast.state === 'sending') await deliver(tx, broadcast)
    else if (broadcast.state === 'unsent') await retrieve(tx, broadcast)
  })
}

/** Its row stays locked: a stop or an unsend comes before or after the batch. */
function locked(tx: Tx, id: string): Promise<Broadcast> {
  return tx.em.findOneOrFail(Broadcast, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

async function deliver(tx: Tx, broadcast: Broadcast): Promise<void> {
  const recipients = await next(tx, broadcast, 'waiting')
  if (recipients.length === 0) {
    moveOn(tx, broadcast, 'finish')
    return tx.em.flush()
  }
  const { id, performerId, text, price, fileIds } = broadcast
  const userIds = recipients.map(({ userId }) => userId)
  // A fan who has left meanwhile gets nothing.
  const chosen = await chosenNow(tx, broadcast, userIds)
  const owners = price > 0 ? await ownersOf(tx.em, { senderId: performerId, fileIds, userIds }) : new Set<string>()
  const taken = await takenIds(
    tx,
    userIds.map((userId) => idOfMany(id, userId)),
  )
  const many = { id, text, price, isAutomatic: false, files: await filesOfMessage(tx.em, { id, broadcastId: id }) }
  const locked = await lockWithMany(
    tx,
    userIds.filter((userId) => chosen.has(userId) && !owners.has(userId)),
  )
  for (const recipient of recipients) {
    const { userId } = recipient
    if (!chosen.has(userId) || taken.has(idOfMany(id, userId))) recipient.state = 'left'
    else if (owners.has(userId)) recipient.state = 'owned'
    else {
      const delivery = sendToMany(tx, many, { locked: locked.get(userId) })
      recipient.state = delivery.state
      if (delivery.state === 'sent') Object.assign(recipient, { messageId: delivery.messageId, sentAt: tx.now })
    }
  }
  await tx.em.flush()
}

/** Ids that messages have already: their author can have made one before, and no batch is to fail for it again and again. */
async function takenIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.em.execute<{ id: string }[]>('select id from message where id = any(?::uuid[])', [
    `{${ids.join()}}`,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Nobody, once one of its lists is gone. */
async function chosenNow(tx: Tx, broadcast: Broadcast, userIds: readonly string[]): Promise<Set<string>> {
  try {
    return await chosenAmong(tx.em, broadcast, { userIds, now: tx.now })
  } catch (error) {
    if (error instanceof Refusal) return new Set()
    throw error
  }
}

/** Buyers keep it. */
async function retrieve(tx: Tx, broadcast: Broadcast): Promise<void> {
  for (const recipient of await next(tx, broadcast, 'sent')) {
    const { messageId } = recipient
    const isKept = !messageId || (broadcast.price > 0 && (await isBought(tx.em, messageId)))
    if (!isKept) await deleteMessage(tx, { _id: messageId })
    recipient.state = isKept ? 'kept' : 'taken'
  }
  await tx.em.flush()
}

/** In one order for all, so that no two transactions wait for each other's conversations. */
function next(tx: Tx, { id: broadcastId }: Broadcast, state: 'waiting' | 'sent'): Promise<BroadcastRecipient[]> {
  return tx.em.find(BroadcastRecipient, { broadcastId, state }, { orderBy: { userId: 'asc' }, limit: BATCH })
}

async function untilNext(app: App): Promise<number | null> {
  if ((await atWork(app)).length > 0) return timeUntil(app, app.clock())
  const [first] = await app.orm.em
    .fork()
    .execute<{ at: string | null }[]>(`select min(b.goes_at) as at from ${WAITING}`)
  return timeUntil(app, first?.at)
}
