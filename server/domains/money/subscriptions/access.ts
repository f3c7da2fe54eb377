import type { Tx } from '../../../infra/database/transaction.ts'
import { setMembership } from '../../people/grants/commands.ts'
import { clockOf } from './clock.ts'
import type { Subscription } from './entity.ts'
import { isOver, nextStatus } from './machine.ts'
import type { SubscriptionEvent } from './machine.ts'
import { daysAfter, lastDayOf, reminderOf, retryAfter } from './terms.ts'

/** Events after which renewals go on, or stop; the others leave that as it is. */
const RENEWS: { readonly [Event in SubscriptionEvent]?: boolean } = { pay: true, resume: true, cancel: false }

/**
 * Moves a subscription on by one event and gives the access that follows. While renewals go on, the access lasts through the
 * days of grace, so that a late renewal interrupts nothing. Refuses as `conflict` an event that its status does not take.
 */
export async function moveAccessOn(tx: Tx, subscription: Subscription, event: SubscriptionEvent): Promise<void> {
  const status = nextStatus(subscription.status, event)
  const { type, paidThrough } = subscription
  const { now } = await clockOf(tx, subscription)
  const autoRenew = !isOver(status) && (RENEWS[event] ?? subscription.autoRenew)
  const { subscriptionGraceDays } = await tx.app.settings.readIn(tx)
  const graceUntil = autoRenew ? daysAfter(paidThrough, subscriptionGraceDays) : null
  const reminder = autoRenew ? reminderOf(type, paidThrough) : null
  Object.assign(subscription, {
    ...{ status, autoRenew, graceUntil, updatedAt: tx.now },
    // Revoked access ends at once, paid or not.
    accessUntil: event === 'revoke' ? earlier(paidThrough, now) : (graceUntil ?? paidThrough),
    dueAt: event === 'fail' ? nextTry(subscription, now) : paidThrough,
    problem: event === 'fail' ? subscription.problem : null,
    remindAt: reminder !== null && reminder > now ? reminder : null,
    endedAt: isOver(status) ? tx.now : null,
  })
  await tx.em.flush()
  // One that was never paid has given no access.
  if (subscription.months === 0) return
  const { userId, performerId, accessUntil, anchor: countedFrom } = subscription
  await setMembership(tx, { userId, performerId, kind: 'subscription', accessUntil, countedFrom })
}

/** When a renewal that has failed is due again; where it is not tried again, the end of the subscription. */
function nextTry({ paidThrough, problem }: Subscription, now: Date): Date {
  return (isTriedAgain(problem) ? retryAfter(paidThrough, now) : null) ?? lastDayOf(paidThrough)
}

/**
 * Tells if the renewal may succeed without its fan. A bank that asks, and a card that is refused for good, wait for the fan.
 */
export function isTriedAgain(problem: Subscription['problem']): boolean {
  return problem !== 'authentication' && problem !== 'card-unusable'
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
