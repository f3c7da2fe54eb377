import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'

/** A renewal that is ahead; `at` in ISO 8601, `price` in cents. */
export type Renewal = {
  _id: string
  name: string
  at: string
  price: number
  currency: string
  source: 'wallet' | 'card' | null
}

/** The renewals up to a moment (milliseconds), the earliest first. Overdue ones, which are tried again, are among them. */
export function renewalsUntil(subscriptions: readonly Subscription[], until: number): Renewal[] {
  return subscriptions
    .flatMap(({ _id, performer, nextPrice, paidThrough, retryAt, currency, source, status }): Renewal[] => {
      // One that waits for its fan is not paid by itself.
      if (nextPrice === null || (status === 'past_due' && retryAt === null)) return []
      return [{ _id, name: performer.name, at: retryAt ?? paidThrough, price: nextPrice, currency, source }]
    })
    .filter(({ at }) => Date.parse(at) <= until)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
