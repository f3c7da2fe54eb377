import type { NoticeEvent } from '@vesper/sync/vesper/records/notification.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { notify } from '../../notify/notifications/notify.ts'
import { Subscription } from './entity.ts'

/** The events that each step of a subscription brings to its creator, and to its subscriber. */
const EVENTS: Readonly<
  Record<'begun' | 'renewed' | 'unpaid' | 'beyond-limit' | 'ended', { creator?: NoticeEvent; fan?: NoticeEvent }>
> = {
  begun: { creator: 'subscribed' },
  renewed: { creator: 'renewed' },
  unpaid: { creator: 'renewal-unpaid', fan: 'renewal-failed' },
  'beyond-limit': { fan: 'renewal-beyond-limit' },
  ended: { fan: 'subscription-ended' },
}

/** A step, with the money of a term that was paid: tokens from the wallet, or cents by card. */
type Told = { step: keyof typeof EVENTS; tokens?: number; cents?: number }

/**
 * Tells both sides of a subscription that begins, goes on, is not paid, or ends unpaid. A creator has one entry for all
 * subscribers of one event, with all that they paid, until it is read. A beginning is told to `fanJoined`, too.
 */
export async function tellOfSubscription(
  tx: Tx,
  { id, userId: fanId, performerId }: Subscription,
  { step, ...paid }: Told,
): Promise<void> {
  const { creator, fan } = EVENTS[step]
  const kind = 'subscription'
  if (fan) {
    await notify(tx, { userId: fanId, kind, actorId: performerId, object: { type: 'subscription', id }, event: fan })
  }
  if (creator) {
    const object = { type: 'performer', id: performerId } as const
    await notify(tx, { userId: performerId, kind, actorId: fanId, object, event: creator, ...paid })
  }
  if (step !== 'begun') return
  const before = await tx.em.count(Subscription, { userId: fanId, performerId, id: { $ne: id }, months: { $gt: 0 } })
  await tx.app.domains.fanJoined(tx, { fanId, performerId, how: before > 0 ? 'return' : 'subscribe' })
}
