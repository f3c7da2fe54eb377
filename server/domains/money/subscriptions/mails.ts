import type { Tx } from '../../../infra/database/transaction.ts'
import { greeting, paragraphs } from '../../people/accounts/email/mails.ts'
import { User } from '../../people/accounts/entity.ts'
import { amountInWords } from '../money/cents.ts'
import { clockOf } from './clock.ts'
import type { Subscription } from './entity.ts'

/** Confirms a term that was bought, with the cents that were paid, when it renews and where it is canceled. */
export function sendWelcome(tx: Tx, subscription: Subscription, paid: number): Promise<void> {
  const { type } = subscription
  const cost = type === 'free' ? 'It is free.' : `You paid ${amountInWords(paid, subscription.currency)} for this term.`
  return send(tx, subscription, {
    subject: (creator) => `You are subscribed to ${creator}`,
    lines: (creator, { paidThrough }) => [
      `your subscription to ${creator} is active until ${paidThrough}. ${cost}`,
      'It renews by itself on that day. You can cancel at any time, and keep the access that you have paid for.',
    ],
  })
}

/** Confirms a renewal that a card has paid. */
export function sendRenewed(tx: Tx, subscription: Subscription): Promise<void> {
  const { price } = subscription
  return send(tx, subscription, {
    subject: (creator) => `Your subscription to ${creator} was renewed`,
    lines: (creator, { paidThrough }) => [
      `your subscription to ${creator} is active until ${paidThrough}. ${amountInWords(price, subscription.currency)} was charged to your card.`,
      'It renews by itself on that day. You can cancel at any time, and keep the access that you have paid for.',
    ],
  })
}

/** Reminds of the end of a long term; `price` is the cost of the next one, null where none follows. */
export function sendReminder(tx: Tx, subscription: Subscription, price: number | null): Promise<void> {
  return send(tx, subscription, {
    subject: (creator) =>
      price === null ? `Your free subscription to ${creator} ends soon` : `Your subscription to ${creator} renews soon`,
    lines: (creator, { paidThrough }) => [
      price === null
        ? `your free subscription to ${creator} ends on ${paidThrough}. ${creator} does not offer free subscriptions any more. Nothing is charged.`
        : `your subscription to ${creator} renews on ${paidThrough} for ${amountInWords(price, subscription.currency)}.`,
      price === null ? 'To keep the access, choose a paid term.' : 'To stop it, cancel before that day.',
    ],
  })
}

/** Tells of a renewal that was not paid, and of the tries that follow. */
export function sendFailed(tx: Tx, subscription: Subscription): Promise<void> {
  const reason = REASONS[subscription.problem ?? 'card']
  return send(tx, subscription, {
    subject: (creator) => `Your subscription to ${creator} was not renewed`,
    lines: (creator, { accessUntil }) => [
      `we could not renew your subscription to ${creator}.`,
      reason,
      `You keep your access until ${accessUntil}.`,
    ],
  })
}

const REASONS = {
  tokens: 'Your wallet has not enough tokens. Top it up: we try again over the next seven days.',
  creator:
    'The account of the creator is closed at the moment. Nothing was charged. We try again over the next seven days.',
  card: 'Your card was declined. Pay with another card or with tokens: we try again over the next seven days.',
  'card-unusable': 'Your card cannot be used any more. We do not try it again: pay with another card or with tokens.',
  authentication: 'Your bank asks you to confirm the payment. Open your subscriptions and confirm it there.',
}

/** Tells of a renewal that will not be paid, since `price`, in cents, passes a limit of the subscriber. */
export function sendBeyondLimit(tx: Tx, subscription: Subscription, price: number): Promise<void> {
  return send(tx, subscription, {
    subject: (creator) => `Your subscription to ${creator} is beyond your limit`,
    lines: (creator, { dueAt }) => [
      `your subscription to ${creator} would renew on ${dueAt} for ${amountInWords(price, subscription.currency)}.`,
      'This passes a limit that you have set. Nothing is charged, and the subscription ends on that day.',
      `To keep it, raise the limit now: ${tx.app.config.publicUrl}/wallet/budget. A raised limit holds after 24 hours.`,
    ],
  })
}

type Ending = { tokens?: number; isBeyondLimit?: boolean }

/** Tells of the end of a subscription that was not canceled by its subscriber. `tokens` came back to the wallet. */
export function sendEnded(
  tx: Tx,
  subscription: Subscription,
  { tokens = 0, isBeyondLimit = false }: Ending = {},
): Promise<void> {
  return send(tx, subscription, {
    subject: (creator) => `Your subscription to ${creator} has ended`,
    lines: (creator) => [
      `your subscription to ${creator} has ended. Nothing more is charged.`,
      ...(isBeyondLimit ? ['Its renewal would have passed a limit that you have set.'] : []),
      ...(tokens > 0 ? [`The days that you had paid for are back in your wallet: ${tokens} tokens.`] : []),
    ],
  })
}

/** The dates of a subscription in words, as pauses of the creator have moved them. */
type Days = Record<'paidThrough' | 'accessUntil' | 'dueAt' | 'withoutPlanned', string>
type Texts = { subject: (creator: string) => string; lines: (creator: string, days: Days) => string[] }

async function send(tx: Tx, subscription: Subscription, { subject, lines }: Texts): Promise<void> {
  const { userId, performerId } = subscription
  const [fan, creator] = [await tx.em.findOne(User, { id: userId }), await tx.em.findOne(User, { id: performerId })]
  if (!fan?.email || fan.emailVerifiedAt == null || !creator) return
  const link = `Your subscriptions: ${tx.app.config.publicUrl}/subscriptions`
  const days = await daysOf(tx, subscription)
  const planned =
    days.withoutPlanned === days.paidThrough
      ? []
      : [
          `${creator.name} has planned a break, which moves your dates. If it is called off, the term ends on ${days.withoutPlanned}.`,
        ]
  const text = paragraphs([greeting(fan.name), ...lines(creator.name, days), ...planned, link])
  tx.app.mailer.send(tx, { to: fan.email, subject: subject(creator.name), text })
}

async function daysOf(tx: Tx, subscription: Subscription): Promise<Days> {
  const { moved, movedSoFar } = await clockOf(tx, subscription)
  const day = (date: Date) => dayOf(moved(date))
  const { paidThrough, accessUntil, dueAt } = subscription
  const withoutPlanned = dayOf(movedSoFar(paidThrough))
  return { paidThrough: day(paidThrough), accessUntil: day(accessUntil), dueAt: day(dueAt), withoutPlanned }
}

function dayOf(date: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
