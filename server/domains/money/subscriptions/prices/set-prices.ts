import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PriceChanges } from '@vesper/sync/vesper/api/subscription-prices.ts'
import { TERMS } from '@vesper/sync/vesper/records/subscription.ts'
import type { Term } from '@vesper/sync/vesper/records/subscription.ts'
import { requireCreator } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Performer } from '../../../people/performers/entity.ts'
import type { SettingValues } from '../../../site/settings/defaults.ts'
import { centsOf } from '../../money/cents.ts'
import { SubscriptionPrice } from '../entity.ts'

const FIELDS = { monthly: 'monthly', quarterly: 'quarterly', 'half-yearly': 'halfYearly', yearly: 'yearly' } as const
const COLUMNS = {
  monthly: 'monthlyPrice',
  quarterly: 'quarterlyPrice',
  'half-yearly': 'halfYearlyPrice',
  yearly: 'yearlyPrice',
} as const
const BOUNDS = {
  monthly: 'subscriptionPrice1Month',
  quarterly: 'subscriptionPrice3Months',
  'half-yearly': 'subscriptionPrice6Months',
  yearly: 'subscriptionPrice12Months',
} as const

/**
 * Writes the prices that the creator has changed, in cents; null takes a term off sale. Each change is a row of its own.
 * Refuses as `invalid`, by field, a price out of bounds and one that is no whole number of tokens.
 */
export async function setPrices(tx: Tx, { prices = {}, isFree }: PriceChanges): Promise<void> {
  const performerId = requireCreator(tx, 'Only creators have prices.')
  const lockMode = LockMode.PESSIMISTIC_WRITE
  // Locked: two devices at once write their rows in turn.
  const performer = await tx.em.findOneOrFail(Performer, { userId: performerId }, { lockMode, refresh: true })
  const settings = await tx.app.settings.readIn(tx)
  for (const term of TERMS) {
    const amount = prices[FIELDS[term]]
    if (amount === undefined || amount === (performer[COLUMNS[term]] ?? null)) continue
    if (amount !== null) requirePrice(term, amount, settings)
    performer[COLUMNS[term]] = amount
    tx.em.create(SubscriptionPrice, { performerId, term, amount, currency: settings.currency, createdAt: tx.now })
  }
  if (isFree !== undefined) performer.isFreeSubscription = isFree
  await tx.em.flush()
}

function requirePrice(term: Term, amount: number, settings: SettingValues): void {
  const bounds = [settings.subscriptionPrice, settings[BOUNDS[term]]]
  const least = Math.max(...bounds.map(({ minimum }) => Number(centsOf(minimum))))
  const most = Math.min(...bounds.map(({ maximum }) => Number(centsOf(maximum))))
  const step = Number(centsOf(settings.tokenValue))
  const text =
    amount < least
      ? `The lowest price of this term is ${inUnits(least)}.`
      : amount > most
        ? `The highest price of this term is ${inUnits(most)}.`
        : amount % step > 0
          ? `Choose a multiple of ${inUnits(step)}, which is the price of one token.`
          : null
  if (text !== null) throw new Refusal('invalid', text, [{ path: `prices.${FIELDS[term]}`, message: text }])
}

function inUnits(cents: number): string {
  return (cents / 100).toFixed(2)
}
