import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { whereOpenTo } from '../../../../content/blocks.ts'
import { isPausedSql } from '../../../../content/counted-time-sql.ts'
import { isRestricted } from '../../../../content/require-unrestricted.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { offerOf } from '../../../people/performers/offer.ts'
import { isTriedAgain, moveAccessOn } from '../access.ts'
import { clockOf, clockSql } from '../clock.ts'
import { Subscription } from '../entity.ts'
import { renewalPrice } from '../prices/offer.ts'
import { addPeriod } from '../purchase/add-period.ts'
import { pay } from '../purchase/subscribe.ts'
import { tellOfSubscription } from '../tell-of-subscription.ts'
import { endUnpaid, failRenewal } from './fail-renewal.ts'
import { passesLimit } from './passes-limit.ts'
import { renewByCard, waitForOrder } from './renew-by-card.ts'

const BATCH = 100

type Due = Pick<Subscription, 'id' | 'userId'>

/**
 * Renews, tries again or ends all subscriptions that are due, the earliest first; answers how many it looked at. One that
 * fails for a fault of ours is logged, stays due and holds up no other.
 */
export async function renewDue(app: App, signal?: AbortSignal): Promise<number> {
  const failed: string[] = []
  let count = 0
  while (!signal?.aborted) {
    const due = await dueNow(app, failed)
    if (due.length === 0) break
    for (const one of due) {
      await transact(app, null, (tx) => advance(tx, one)).catch((err: unknown) => {
        failed.push(one.id)
        app.log.error({ err, subscription: one.id }, 'a subscription could not be renewed')
      })
    }
    count += due.length
  }
  if (failed.length > 0) throw new Error(`${failed.length} subscriptions could not be renewed`)
  return count
}

function dueNow(app: App, except: readonly string[]): Promise<Due[]> {
  return app.orm.em.fork().execute<Due[]>(DUE, [app.clock(), `{${except.join()}}`, BATCH])
}

/** The creator rests, or staff keep them from selling. */
const RESTS = `${isPausedSql('s.performer_id', 'moment.at')} or ${isRestricted('s.performer_id', 'sell', 'moment.at')}`

/** While a creator rests, or may not sell, nothing is renewed. First terms that were never paid end, and canceled ones that were over before. */
const DUE = `select s.id, s.user_id as "userId" from subscription s, (select ?::timestamptz as at) moment
  where s.ended_at is null and s.due_at <= moment.at and s.due_at <= ${clockSql('moment.at')}
    and (s.months = 0 or not s.auto_renew or not (${RESTS})) and s.id <> all(?::uuid[])
  order by s.due_at, s.id limit ?`

async function advance(tx: Tx, { id, userId }: Due): Promise<void> {
  await lock(tx, 'subscription', userId)
  // Read under the lock: another worker may have renewed it, its fan may have paid or canceled.
  const subscription = await tx.em.findOne(Subscription, { id, endedAt: null, dueAt: { $lte: tx.now } })
  if (!subscription) return
  const { now, isPaused } = await clockOf(tx, subscription)
  if ((isPaused && subscription.autoRenew) || subscription.dueAt > now) return
  if (!subscription.autoRenew) return moveAccessOn(tx, subscription, 'end')
  if (!isTriedAgain(subscription.problem)) return endUnpaid(tx, subscription)
  if (await waitForOrder(tx, subscription)) return
  await renew(tx, subscription)
}

async function renew(tx: Tx, subscription: Subscription): Promise<void> {
  const [fan, creator, performer, settings] = [
    await tx.em.findOne(User, { id: subscription.userId, status: 'active' }),
    // Open to the fan: nobody pays for a term that stays closed.
    await tx.em.findOne(User, { id: subscription.performerId, ...whereOpenTo({ userId: subscription.userId }) }),
    await tx.em.findOne(Performer, { userId: subscription.performerId, verification: 'approved' }),
    await tx.app.settings.readIn(tx),
  ]
  if (!fan) return moveAccessOn(tx, subscription, 'end')
  if (!creator || !performer) return failRenewal(tx, subscription, 'creator')
  const price = renewalPrice(subscription, offerOf(performer), settings)
  if (price === null) return endUnpaid(tx, subscription)
  const { type, source, renewalId: id } = subscription
  if (price > 0 && (await passesLimit(tx, subscription, { price }))) return endUnpaid(tx, subscription, 'limit')
  if (price > 0 && source === 'card') return renewByCard(tx, subscription, { price, creator })
  const paid = price > 0 ? await tryToPay(tx, subscription, { id, price }) : 0
  if (paid === 'tokens') return failRenewal(tx, subscription, paid)
  await addPeriod(tx, subscription, { id, type, price, agreed: price, source, consent: null })
  if (paid > 0) await tellOfSubscription(tx, subscription, { step: 'renewed', tokens: paid })
}

/** Answers the tokens that were paid; `tokens` where the wallet has too few. */
async function tryToPay(
  tx: Tx,
  subscription: Subscription,
  charge: { id: string; price: number },
): Promise<number | 'tokens'> {
  try {
    return await pay(tx, subscription, charge)
  } catch (error) {
    // Both are refused before anything is written: too few tokens, and a wallet in debt.
    const isShort = error instanceof Refusal && (error.kind === 'payment-required' || error.kind === 'forbidden')
    if (isShort) return 'tokens'
    throw error
  }
}
