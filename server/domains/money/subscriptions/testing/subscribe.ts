import { randomUUID } from 'node:crypto'
import type { PriceChanges } from '@vesper/sync/vesper/api/subscription-prices.ts'
import { SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import type { Subscription } from '../entity.ts'
import { setPrices } from '../prices/set-prices.ts'
import type { Subscribing } from '../purchase/begin.ts'
import { subscribe } from '../purchase/subscribe.ts'

/** Has a creator sell these terms. */
export function offer({ app }: Pick<TestServer, 'app'>, creator: Person, changes: PriceChanges): Promise<void> {
  return transact(app, creator.actor, (tx) => setPrices(tx, changes))
}

/** A purchase of a term, for a month at 5.00 unless told. */
export function purchaseOf(performerId: string, edit: Partial<Subscribing> = {}): Subscribing {
  const term = { type: 'monthly', price: 500, source: 'wallet', consent: SUBSCRIPTION_CONSENT } as const
  return { _id: randomUUID(), performerId, ...term, ...edit }
}

/** Subscribes past REST. */
export async function join(
  { app }: TestServer,
  fan: Person,
  { to, ...edit }: { to: Person } & Partial<Subscribing>,
): Promise<Subscription> {
  const { subscription } = await transact(app, fan.actor, (tx) => subscribe(tx, purchaseOf(to.id, edit)))
  return subscription
}
