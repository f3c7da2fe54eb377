import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { workThroughDue } from '../../../../infra/jobs/work-through.ts'
import { joinAccount } from '../../../people/accounts/account-sql.ts'
import { returnToWallet } from '../../money/charges/card-sale.ts'
import { lockCharge, refundCharge } from '../../money/charges/refund.ts'
import { moveAccessOn } from '../access.ts'
import { clockOf } from '../clock.ts'
import { Subscription, SubscriptionPeriod } from '../entity.ts'
import { isOver } from '../machine.ts'
import { sendEnded } from '../mails.ts'
import { unusedPart } from '../terms.ts'

const BATCH = 100

/** Ends the subscription of a pair at once, and gives the days back that were paid for. Callers hold no lock of it yet. */
export async function stopSubscription(
  tx: Tx,
  { userId, performerId, reason }: { userId: string; performerId: string; reason: string },
): Promise<void> {
  await lock(tx, 'subscription', userId)
  const subscription = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  if (subscription) await revoke(tx, subscription, { reason })
}

type Closed = { id: string; userId: string; performerId: string }

/** Ends the subscriptions to creators whose accounts are closed; answers how many. */
export function stopClosed(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]) => app.orm.em.fork().execute<Closed[]>(CLOSED, [`{${except.join()}}`, BATCH])
  const work = ({ userId, performerId }: Closed) =>
    transact(app, null, (tx) => stopSubscription(tx, { userId, performerId, reason: 'creator closed' }))
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

// A creator whose address is not confirmed at the moment is not closed: renewals wait for such a one.
const CLOSED = `select s.id, s.user_id as "userId", s.performer_id as "performerId"
  from subscription s
  ${joinAccount('u', 's.performer_id')}
  left join performer p on p.user_id = u.id
  where s.ended_at is null and (u.status <> 'active' or p.verification is distinct from 'approved')
    and s.id <> all(?::uuid[])
  order by s.id limit ?`

/**
 * Hears of a charge that was paid back. Once the whole price of a term that lasts is back, the subscription ends, and the
 * other terms that were paid come back with it.
 */
export async function onRefund(tx: Tx, { chargeId, isWhole }: { chargeId: string; isWhole: boolean }): Promise<void> {
  if (isWhole) await revokeTerm(tx, chargeId, 'payment given back')
}

/**
 * Ends the subscription that a term belongs to, if the term lasts, under the lock of the account's subscriptions. Days of the
 * other terms come to the wallet. Answers whether it has ended for this.
 */
export async function revokeTerm(tx: Tx, chargeId: string, reason: string): Promise<boolean> {
  const period = await tx.em.findOne(SubscriptionPeriod, { id: chargeId })
  const subscription = period && (await tx.em.findOne(Subscription, { id: period.subscriptionId }))
  if (!subscription || isOver(subscription.status)) return false
  if (period.endsAt <= (await clockOf(tx, subscription)).now) return false
  await revoke(tx, subscription, { reason, except: chargeId })
  return true
}

/** A term was paid for a creator who takes no subscribers any more: it comes back as tokens. */
export function stopPaid(tx: Tx, subscription: Subscription): Promise<void> {
  return revoke(tx, subscription, { reason: 'creator closed' })
}

type Reason = {
  reason: string
  /** The charge of a term whose money is with the bank: nothing of it comes to the wallet. */
  except?: string
}

async function revoke(tx: Tx, subscription: Subscription, { reason, except }: Reason): Promise<void> {
  const { now } = await clockOf(tx, subscription)
  const periods = await tx.em.find(
    SubscriptionPeriod,
    { subscriptionId: subscription.id, source: { $ne: null }, endsAt: { $gt: now } },
    { orderBy: { number: 'asc' } },
  )
  // Before the refunds, which ask for the same.
  await moveAccessOn(tx, subscription, 'revoke')
  let returned = 0
  for (const period of periods) if (period.id !== except) returned += await bringBack(tx, period, { reason, now })
  if (subscription.months > 0) await sendEnded(tx, subscription, { tokens: returned })
}

/** Brings the days of a term that are unused at `now`, in its clock, to the wallet; answers the tokens. */
async function bringBack(
  tx: Tx,
  period: SubscriptionPeriod,
  { reason, now }: { reason: string; now: Date },
): Promise<number> {
  const charge = await lockCharge(tx, period.id)
  if (!charge) throw new Error(`the charge ${period.id} is gone`)
  const unused = Math.min(unusedPart(period, charge.tokens, now), charge.tokens - charge.refundedTokens)
  if (unused === 0) return 0
  const key = `unused:${period.id}`
  if (period.source === 'card') return returnToWallet(tx, charge, { cents: unused, reason, key })
  await refundCharge(tx, { chargeId: period.id, tokens: unused, reason, key })
  return unused
}
