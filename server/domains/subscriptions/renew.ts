import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v5 } from 'uuid'
import type { App } from '../../context.ts'
import { lock } from '../../infra/database/lock.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { Performer } from '../performers/entity.ts'
import { offerOf } from '../performers/offer.ts'
import { moveOn } from './access.ts'
import { addPeriod } from './add-period.ts'
import { Subscription, SubscriptionPeriod } from './entity.ts'
import { sendEnded, sendFailed } from './mails.ts'
import { renewalPrice } from './offer.ts'
import { pay } from './subscribe.ts'
import { retryAfter } from './terms.ts'

const BATCH = 100
const RENEWALS = 'c0f3d8b6-9a55-4f0e-8d1b-5a3a4a2f7e60'

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
  const where = { endedAt: null, dueAt: { $lte: app.clock() }, id: { $nin: [...except] } }
  const orderBy = { dueAt: 'asc', id: 'asc' } as const
  return app.orm.em.fork().find(Subscription, where, { fields: ['id', 'userId'], orderBy, limit: BATCH })
}

async function advance(tx: Tx, { id, userId }: Due): Promise<void> {
  await lock(tx, 'subscription', userId)
  // Read under the lock: another worker may have renewed it, its fan may have paid or canceled.
  const subscription = await tx.em.findOne(Subscription, { id, endedAt: null, dueAt: { $lte: tx.now } })
  if (!subscription) return
  if (!subscription.autoRenew) return moveOn(tx, subscription, 'end')
  await renew(tx, subscription)
}

async function renew(tx: Tx, subscription: Subscription): Promise<void> {
  const [fan, creator, performer, settings] = [
    await tx.em.findOne(User, { id: subscription.userId, status: 'active' }),
    await tx.em.findOne(User, { id: subscription.performerId, status: 'active' }),
    await tx.em.findOne(Performer, { userId: subscription.performerId, verification: 'approved' }),
    await tx.app.settings.readIn(tx),
  ]
  if (!fan) return moveOn(tx, subscription, 'end')
  if (!creator || !performer) return fail(tx, subscription, 'creator')
  const price = renewalPrice(subscription, offerOf(performer), settings)
  if (price === null) return end(tx, subscription)
  const number = 1 + (await tx.em.count(SubscriptionPeriod, { subscriptionId: subscription.id }))
  const id = renewalId(subscription.id, number)
  if (price > 0) {
    const problem = await tryToPay(tx, subscription, { id, price })
    if (problem !== null) return fail(tx, subscription, problem)
  }
  const { type, source } = subscription
  await addPeriod(tx, subscription, { id, type, price, source, consent: null })
}

/** The charge of a renewal: two workers that renew one term make one charge. */
export function renewalId(subscriptionId: string, period: number): string {
  return v5(`renew:${subscriptionId}:${period}`, RENEWALS)
}

async function tryToPay(
  tx: Tx,
  subscription: Subscription,
  charge: { id: string; price: number },
): Promise<'tokens' | null> {
  try {
    await pay(tx, subscription, charge)
    return null
  } catch (error) {
    // Both are refused before anything is written: too few tokens, and a wallet in debt.
    const isShort = error instanceof Refusal && (error.kind === 'payment-required' || error.kind === 'forbidden')
    if (isShort) return 'tokens'
    throw error
  }
}

/** The first failure is told by mail, and the end that follows the last. */
async function fail(tx: Tx, subscription: Subscription, problem: NonNullable<Subscription['problem']>): Promise<void> {
  if (retryAfter(subscription.paidThrough, tx.now) === null) return end(tx, subscription)
  const isFirst = subscription.status !== 'past_due'
  subscription.problem = problem
  await moveOn(tx, subscription, 'fail')
  if (isFirst) await sendFailed(tx, subscription)
}

async function end(tx: Tx, subscription: Subscription): Promise<void> {
  await moveOn(tx, subscription, 'end')
  await sendEnded(tx, subscription)
}
