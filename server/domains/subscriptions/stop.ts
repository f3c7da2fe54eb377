import type { App } from '../../context.ts'
import { lock } from '../../infra/database/lock.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { Charge } from '../money/charges/entity.ts'
import { refundCharge } from '../money/charges/refund.ts'
import { moveOn } from './access.ts'
import { Subscription, SubscriptionPeriod } from './entity.ts'
import { isOver } from './machine.ts'
import { sendEnded } from './mails.ts'
import { unusedPart } from './terms.ts'

const BATCH = 100

/** Ends the subscription of a pair at once, and gives the days back that were paid for. Callers hold no lock of it yet. */
export async function stopSubscription(
  tx: Tx,
  { userId, performerId, reason }: { userId: string; performerId: string; reason: string },
): Promise<void> {
  await lock(tx, 'subscription', userId)
  const subscription = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  if (subscription) await revoke(tx, subscription, reason)
}

/** Ends the subscriptions to creators whose accounts are closed; answers how many it found. */
export async function stopClosed(app: App): Promise<number> {
  const found = await app.orm.em.fork().execute<{ userId: string; performerId: string }[]>(CLOSED, [BATCH])
  for (const pair of found) {
    await transact(app, null, (tx) => stopSubscription(tx, { ...pair, reason: 'creator closed' }))
  }
  return found.length
}

// A creator whose address is not confirmed at the moment is not closed: renewals wait for such a one.
const CLOSED = `select s.user_id as "userId", s.performer_id as "performerId"
  from subscription s
  join "user" u on u.id = s.performer_id
  left join performer p on p.user_id = u.id
  where s.ended_at is null and (u.status <> 'active' or p.verification is distinct from 'approved')
  order by s.id limit ?`

/**
 * Hears of a charge that was paid back. Once the whole price of a term that lasts is back, the subscription ends, and the
 * other terms that were paid come back with it.
 */
export async function onRefund(
  tx: Tx,
  { chargeId, fanId, isWhole }: { chargeId: string; fanId: string; isWhole: boolean },
): Promise<void> {
  if (!isWhole) return
  await lock(tx, 'subscription', fanId)
  const period = await tx.em.findOne(SubscriptionPeriod, { id: chargeId, endsAt: { $gt: tx.now } })
  const subscription = period && (await tx.em.findOne(Subscription, { id: period.subscriptionId }))
  if (subscription && !isOver(subscription.status)) await revoke(tx, subscription, 'payment given back')
}

async function revoke(tx: Tx, subscription: Subscription, reason: string): Promise<void> {
  const periods = await tx.em.find(
    SubscriptionPeriod,
    { subscriptionId: subscription.id, source: 'wallet', endsAt: { $gt: tx.now } },
    { orderBy: { number: 'asc' } },
  )
  // Before the refunds, which ask for the same.
  await moveOn(tx, subscription, 'revoke')
  let returned = 0
  for (const period of periods) {
    const charge = await tx.em.findOneOrFail(Charge, { id: period.id })
    const tokens = Math.min(unusedPart(period, charge.tokens, tx.now), charge.tokens - charge.refundedTokens)
    if (tokens === 0) continue
    await refundCharge(tx, { chargeId: period.id, tokens, reason, key: `unused:${period.id}` })
    returned += tokens
  }
  await sendEnded(tx, subscription, returned)
}
