import type { NoticeEvent } from '@vesper/sync/vesper/records/notification.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { notify } from '../../notify/notifications/notify.ts'
import type { Subscription } from './entity.ts'

/** The events that each step of a subscription brings to its creator, and to its subscriber. */
const EVENTS: Readonly<Record<'begun' | 'unpaid' | 'ended', { creator?: NoticeEvent; fan?: NoticeEvent }>> = {
  begun: { creator: 'subscribed' },
  unpaid: { creator: 'renewal-unpaid', fan: 'renewal-failed' },
  ended: { fan: 'subscription-ended' },
}

/**
 * Tells both sides of a subscription that begins, is not paid, or ends unpaid. A creator has one entry for all subscribers of
 * one event, until it is read.
 */
export async function tellOfSubscription(
  tx: Tx,
  { id, userId: fanId, performerId }: Subscription,
  step: keyof typeof EVENTS,
): Promise<void> {
  const { creator, fan } = EVENTS[step]
  const kind = 'subscription'
  if (fan) {
    await notify(tx, { userId: fanId, kind, actorId: performerId, object: { type: 'subscription', id }, event: fan })
  }
  if (creator) {
    const object = { type: 'performer', id: performerId } as const
    await notify(tx, { userId: performerId, kind, actorId: fanId, object, event: creator })
  }
}
