import { v4 } from 'uuid'
import { whereOpenTo } from '../../../../content/blocks.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { OrderFailure, OrderKind } from '../../../../infra/payments/order-kind.ts'
import { User } from '../../../people/accounts/entity.ts'
import { followCreator } from '../../../people/follows/follow-creator.ts'
import { recordCardSale } from '../../money/charges/card-sale.ts'
import { confirmUse, isStillFirst, releaseUse } from '../../offers/take-discount.ts'
import { moveAccessOn } from '../access.ts'
import { cardUses, replaceCards } from '../cards/uses-of-cards.ts'
import { clockOf } from '../clock.ts'
import { stopPaid } from '../ending/stop.ts'
import { giveTermAgain, takeTermBack } from '../ending/take-term-back.ts'
import { Subscription } from '../entity.ts'
import { isOver } from '../machine.ts'
import { sendRenewed, sendWelcome } from '../mails.ts'
import { failRenewal } from '../renewal/fail-renewal.ts'
import { tellOfSubscription } from '../tell-of-subscription.ts'
import { addPeriod } from './add-period.ts'
import { beginSubscription } from './begin.ts'
import { cardTermsOf } from './card-terms.ts'
import type { CardTerms } from './card-terms.ts'

/** Terms of subscriptions that are paid by card. */
export const subscriptionOrderKind: OrderKind = {
  kind: 'subscription',
  savesCard: true,
  describe: (order) => {
    const { subscriptionId, performerId } = cardTermsOf(order)
    return { subscriptionId, performerId }
  },
  async canSettle(tx, order) {
    const { offerCode, performerId } = cardTermsOf(order)
    if (offerCode === undefined) return true
    await lock(tx, 'subscription', order.userId)
    return isStillFirst(tx, { id: order.id, userId: order.userId, performerId })
  },
  async settle(tx, order) {
    const { id: orderId, userId, amount: cents } = order
    const terms = cardTermsOf(order)
    await lock(tx, 'subscription', userId)
    const { subscription, isCanceled } = await subscriptionFor(tx, userId, terms)
    const { performerId, type, price: agreed, consent } = terms
    const sale = { type: 'subscription', fanId: userId, performerId, targetId: subscription.id } as const
    const charge = await recordCardSale(tx, { ...sale, orderId, cents })
    if (terms.offerCode !== undefined) await confirmUse(tx, { id: orderId, chargeId: charge.id })
    if (order.cardId != null) subscription.cardId = order.cardId
    const isFirst = subscription.months === 0
    await addPeriod(tx, subscription, { id: charge.id, type, price: cents, agreed, source: 'card', consent })
    if (isCanceled) await moveAccessOn(tx, subscription, 'cancel')
    if (!(await isOpenTo(tx, { userId, performerId }))) return stopPaid(tx, subscription)
    const hasBegun = isFirst && consent !== null
    if (hasBegun) await followCreator(tx, subscription)
    await tellOfSubscription(tx, subscription, { step: hasBegun ? 'begun' : 'renewed', cents })
    await (consent === null ? sendRenewed(tx, subscription) : sendWelcome(tx, subscription, cents))
  },
  async fail(tx, order, failure) {
    await lock(tx, 'subscription', order.userId)
    const { subscriptionId: id, consent, offerCode } = cardTermsOf(order)
    if (offerCode !== undefined) await releaseUse(tx, order.id)
    const subscription = await tx.em.findOne(Subscription, { id, orderId: order.id, endedAt: null })
    if (!subscription) return tx.em.flush()
    subscription.orderId = null
    if (subscription.months === 0) return moveAccessOn(tx, subscription, 'end')
    if (consent === null) await failByCard(tx, subscription, failure)
    await tx.em.flush()
  },
  takeBack: takeTermBack,
  giveBack: giveTermAgain,
  usesOfCards: cardUses,
  replaceCards,
}

/**
 * The subscription that a paid term belongs to. Money may come after it has ended: then the one that lasts has the term, or a
 * new one. A renewal that its fan canceled meanwhile is the last one.
 */
async function subscriptionFor(
  tx: Tx,
  userId: string,
  { subscriptionId, performerId, type, price, consent }: CardTerms,
): Promise<{ subscription: Subscription; isCanceled: boolean }> {
  const known = await tx.em.findOneOrFail(Subscription, { id: subscriptionId })
  const isCanceled = consent === null && !known.autoRenew
  if (!isOver(known.status)) return { subscription: known, isCanceled }
  const open = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  if (open) return { subscription: open, isCanceled: false }
  return { subscription: await beginSubscription(tx, { id: v4(), userId, performerId, type, price }), isCanceled }
}

const PROBLEMS = {
  declined: 'card',
  'card-unusable': 'card-unusable',
  'authentication-required': 'authentication',
} as const

/** A renewal that no card has paid. The provider that did not answer is asked again, by another order. */
async function failByCard(tx: Tx, subscription: Subscription, failure: OrderFailure): Promise<void> {
  subscription.renewalId = v4()
  // Canceled meanwhile: it ends with its term.
  if (!subscription.autoRenew) return
  if (failure === 'expired') subscription.dueAt = (await clockOf(tx, subscription)).now
  else await failRenewal(tx, subscription, PROBLEMS[failure])
}

/** Tells if the creator takes subscribers, this one included. */
async function isOpenTo(
  tx: Tx,
  { userId, performerId: id }: { userId: string; performerId: string },
): Promise<boolean> {
  return (await tx.em.count(User, { id, isPerformer: true, status: 'active', ...whereOpenTo({ userId }) })) > 0
}
