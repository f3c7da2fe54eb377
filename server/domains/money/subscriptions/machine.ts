import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SubscriptionStatus } from '@vesper/sync/vesper/records/subscription.ts'

/*
 *                ┌───── pay, resume ─────┐
 *                ↓                       │
 * incomplete → active ── cancel ──→ canceling ─→ ended
 *     │         ↑  │ fail                          ↑
 *     │     pay │  ↓                               │
 *     │        past_due ── cancel, end ────────────┤
 *     └──────────────── end ───────────────────────┘
 *
 * Each status that is not over also goes to revoked. No status gives access: `accessUntil` does.
 */

/** Events of a subscription. `pay` is a term that was paid or given, `fail` a renewal that could not be paid. */
export const subscriptionEvents = ['pay', 'fail', 'cancel', 'resume', 'end', 'revoke'] as const

export type SubscriptionEvent = (typeof subscriptionEvents)[number]

/** Every transition. An event that a status does not list is refused. */
const transitions: Record<SubscriptionStatus, Partial<Record<SubscriptionEvent, SubscriptionStatus>>> = {
  incomplete: { pay: 'active', end: 'ended', revoke: 'revoked' },
  active: { pay: 'active', fail: 'past_due', cancel: 'canceling', resume: 'active', end: 'ended', revoke: 'revoked' },
  past_due: { pay: 'active', fail: 'past_due', cancel: 'ended', end: 'ended', revoke: 'revoked' },
  canceling: { pay: 'active', cancel: 'canceling', resume: 'active', end: 'ended', revoke: 'revoked' },
  ended: {},
  revoked: {},
}

/** Tells if a subscription is over. Another one of its pair can begin. */
export function isOver(status: SubscriptionStatus): boolean {
  return Object.keys(transitions[status]).length === 0
}

/** The status after an event. Refuses as `conflict` an event that the status does not take. */
export function nextStatus(status: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus {
  const next = transitions[status][event]
  if (next === undefined) throw new Refusal('conflict', refusalOf(status))
  return next
}

function refusalOf(status: SubscriptionStatus): string {
  if (isOver(status)) return 'This subscription has ended. Subscribe again to go on.'
  return status === 'past_due'
    ? 'The last renewal was not paid. Subscribe again to go on.'
    : 'This subscription is not paid yet.'
}
