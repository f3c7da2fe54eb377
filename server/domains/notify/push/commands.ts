import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { NewPushSubscription } from '@vesper/sync/vesper/api/push.ts'
import type * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { PushDelivery, PushSubscription } from './entity.ts'
import { guardsCalls, isPublicUrl } from './public-address.ts'
import { sendJob } from './send-job.ts'

/** An account on more devices than this loses the oldest subscription. */
const MAX_PER_ACCOUNT = 20
/** No notice that the account has read has so high a number. */
const UNREAD_SEQ = 2_147_483_647

/**
 * Has the actor's session take push messages of these kinds at an endpoint. A session has one endpoint, and an endpoint one
 * session: the last one stands. An account has at most 20, the latest ones. Refuses as `invalid` an endpoint that is not on
 * the internet, where other machines reach the server.
 */
export async function subscribePush(
  tx: Tx,
  { endpoint, keys, kinds, serverKey }: v.InferOutput<typeof NewPushSubscription>,
): Promise<PushSubscription> {
  const { userId, sessionId } = requireActor(tx)
  if (guardsCalls(tx.app.config) && !isPublicUrl(endpoint)) {
    const message = 'This is not the address of a push service.'
    throw new Refusal('invalid', message, [{ path: 'endpoint', message }])
  }
  const { vapid } = tx.app
  const { id: keyId } = vapid.keys.find(({ publicKey }) => publicKey === serverKey) ?? vapid.keys[0]
  // Two sessions at one endpoint, at once: the second finds the row of the first.
  await lock(tx, 'push', endpoint)
  const held = await tx.em.findOne(PushSubscription, { endpoint, sessionId })
  if (held) return tx.em.assign(held, { ...keys, kinds, keyId })
  await lock(tx, 'push-account', userId)
  await remove(tx, { $or: [{ endpoint }, { sessionId }] })
  const order = { orderBy: { createdAt: 'desc', id: 'desc' } } as const
  const older = await tx.em.find(PushSubscription, { userId }, { ...order, offset: MAX_PER_ACCOUNT - 1 })
  if (older.length > 0) await remove(tx, { id: { $in: older.map(({ id }) => id) } })
  const subscription = { id: randomUUID(), userId, sessionId, endpoint, ...keys, kinds, keyId, createdAt: tx.now }
  return tx.em.create(PushSubscription, subscription)
}

/** Removes a subscription of the actor, which may be gone already. */
export async function unsubscribePush(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id, userId: requireActor(tx).userId })
}

/** Sessions that end take no messages any more; a device that has to remove its data takes a last one, which says so. */
export async function endPush(tx: Tx, sessionIds: readonly string[], { wipe }: { wipe: boolean }): Promise<void> {
  const ended = { sessionId: { $in: [...sessionIds] } }
  if (!wipe) return remove(tx, ended)
  const subscriptions = await tx.em.find(PushSubscription, ended)
  await tx.em.nativeDelete(PushDelivery, { subscriptionId: { $in: subscriptions.map(({ id }) => id) } })
  for (const { id, userId, sessionId } of subscriptions) {
    const payload = { account: userId, kind: 'wipe' as const, id: sessionId, seq: UNREAD_SEQ }
    tx.em.create(PushDelivery, { subscriptionId: id, topic: 'wipe', payload, dueAt: tx.now })
  }
  await tx.em.flush()
  if (subscriptions.length > 0) tx.afterCommit(() => tx.app.jobs.wake(sendJob))
}

async function remove({ em }: Tx, where: object): Promise<void> {
  const ids = (await em.find(PushSubscription, where, { disableIdentityMap: true })).map(({ id }) => id)
  if (ids.length === 0) return
  await em.nativeDelete(PushDelivery, { subscriptionId: { $in: ids } })
  await em.nativeDelete(PushSubscription, { id: { $in: ids } })
}
