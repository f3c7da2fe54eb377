import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { PaymentFailure, PaymentOrder } from './entity.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const FAILED_CARDS_MAX = 3
const TOP_UPS_MAX = 5
const NEW_ACCOUNT_DAYS = 30
/** Cents a day. */
const NEW_ACCOUNT_MAX = 300_00

/**
 * Refuses as `rate-limited` what looks like somebody trying stolen cards: after 3 refused cards in an hour, 5 top-ups in a
 * day, and beyond 300 of the currency a day in an account's first 30 days. Orders of one account are counted in turn.
 */
export async function checkVelocity(
  tx: Tx,
  { userId, kind, amount }: { userId: string; kind: PaymentOrder['kind']; amount: number },
): Promise<void> {
  await lock(tx, 'payer', userId)
  await checkFailedCards(tx, userId)
  const dayAgo = new Date(tx.now.getTime() - DAY_MS)
  // An order whose page is closed unpaid does not count.
  const counted = await tx.em.find(PaymentOrder, {
    userId,
    createdAt: { $gt: dayAgo },
    $or: [
      { status: { $in: ['paid', 'refunded', 'disputed', 'lost'] } },
      { status: { $in: ['created', 'open'] }, expiresAt: { $gt: tx.now } },
    ],
  })
  if (kind === 'top-up' && counted.filter((order) => order.kind === 'top-up').length >= TOP_UPS_MAX)
    throw new Refusal('rate-limited', 'You can top up 5 times a day. Try again tomorrow.')
  const { createdAt } = await tx.em.findOneOrFail(User, { id: userId })
  const isNew = tx.now.getTime() - createdAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS
  const sum = counted.reduce((total, order) => total + order.amount, amount)
  if (isNew && sum > NEW_ACCOUNT_MAX)
    throw new Refusal('rate-limited', 'A new account can pay up to 300.00 a day. Try again tomorrow.')
}

/** Refuses as `rate-limited` an account whose cards were refused too often within an hour. */
export async function checkFailedCards({ em, now }: Pick<Tx, 'em' | 'now'>, userId: string): Promise<void> {
  const failed = await em.count(PaymentFailure, { userId, failedAt: { $gt: new Date(now.getTime() - HOUR_MS) } })
  if (failed >= FAILED_CARDS_MAX)
    throw new Refusal('rate-limited', 'Your cards were declined too often. Try again in an hour.')
}

/** Notes that a card of an account was refused; `attempt` names it, so that it counts once. */
export async function noteFailedCard(tx: Tx, { userId, attempt }: { userId: string; attempt: string }): Promise<void> {
  await tx.em.execute('insert into payment_failure (id, user_id, failed_at) values (?, ?, ?) on conflict do nothing', [
    ...[attempt, userId, tx.now],
  ])
}
