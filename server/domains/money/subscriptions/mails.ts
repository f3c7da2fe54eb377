import type { Tx } from '../../../infra/database/transaction.ts'
import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { greeting, nameInMail, paragraphs } from '../../people/accounts/email/mails.ts'
import { User } from '../../people/accounts/entity.ts'
import { mailOf } from '../../site/mails/mail-of.ts'
import type { MailValue } from '../../site/mails/templates/template.ts'
import { amountInMail, amountInWords } from '../money/cents.ts'
import { clockOf } from './clock.ts'
import type { Subscription } from './entity.ts'
import { mailPhrases } from './mail-phrases.ts'

/** Confirms a term that was bought, with the cents that were paid, when it renews and where it is canceled. */
export function sendWelcome(tx: Tx, subscription: Subscription, paid: number): Promise<void> {
  const { type, currency } = subscription
  return send(tx, subscription, {
    mail: ({ to, days, ...told }) =>
      mailOf('subscription-begun', to, {
        ...{ ...told, until: days.paidThrough },
        cost: mailPhrases.costOf(type === 'free' ? null : amountInMail(paid, currency)),
      }),
  })
}

/** Confirms a renewal that a card has paid. */
export function sendRenewed(tx: Tx, subscription: Subscription): Promise<void> {
  const price = amountInMail(subscription.price, subscription.currency)
  return send(tx, subscription, {
    mail: ({ to, days, ...told }) => mailOf('subscription-renewed', to, { ...told, until: days.paidThrough, price }),
  })
}

/** Reminds of the end of a long term; `price` is the cost of the next one, null where none follows. */
export function sendReminder(tx: Tx, subscription: Subscription, price: number | null): Promise<void> {
  if (price !== null) {
    const next = amountInMail(price, subscription.currency)
    return send(tx, subscription, {
      mail: ({ to, days, ...told }) =>
        mailOf('subscription-renews-soon', to, { ...told, until: days.paidThrough, price: next }),
    })
  }
  return send(tx, subscription, {
    subject: (creator) => `Your free subscription to ${creator} ends soon`,
    lines: (creator, { paidThrough }) => [
      `your free subscription to ${creator} ends on ${paidThrough.en}. ${creator} does not offer free subscriptions any more. Nothing is charged.`,
      'To keep the access, choose a paid term.',
    ],
  })
}

/** Tells of a renewal that was not paid, and of the tries that follow. */
export function sendFailed(tx: Tx, subscription: Subscription): Promise<void> {
  const reason = mailPhrases.reasons[subscription.problem ?? 'card']
  return send(tx, subscription, {
    mail: ({ to, days, ...told }) =>
      mailOf('subscription-not-renewed', to, { ...told, reason, until: days.accessUntil }),
  })
}

/** Tells of a renewal that will not be paid, since `price`, in cents, passes a limit of the subscriber. */
export function sendBeyondLimit(tx: Tx, subscription: Subscription, price: number): Promise<void> {
  return send(tx, subscription, {
    subject: (creator) => `Your subscription to ${creator} is beyond your limit`,
    lines: (creator, { dueAt }) => [
      `your subscription to ${creator} would renew on ${dueAt.en} for ${amountInWords(price, subscription.currency)}.`,
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
    mail: ({ to, days: _days, ...told }) =>
      mailOf('subscription-ended', to, {
        ...{ ...told, limit: isBeyondLimit ? mailPhrases.beyondLimit : '' },
        tokens: tokens > 0 ? String(tokens) : '',
      }),
  })
}

type InWords = { en: string; ar: string }
/** The dates of a subscription in words, as pauses of the creator have moved them. */
type Days = Record<'paidThrough' | 'accessUntil' | 'dueAt' | 'withoutPlanned', InWords>
/** `break`: a sentence on a break that the creator has planned; empty for none. */
type Told = { to: string; name: string; creator: string; link: string; break: MailValue; days: Days }
type Texts =
  | { mail: (told: Told) => OutgoingMail }
  | { subject: (creator: string) => string; lines: (creator: string, days: Days) => string[] }

async function send(tx: Tx, subscription: Subscription, texts: Texts): Promise<void> {
  const { userId, performerId } = subscription
  const [fan, creator] = [await tx.em.findOne(User, { id: userId }), await tx.em.findOne(User, { id: performerId })]
  if (!fan?.email || fan.emailVerifiedAt == null || !creator) return
  const link = `${tx.app.config.publicUrl}/subscriptions`
  const days = await daysOf(tx, subscription)
  const pause = pauseIn(creator.name, days)
  if ('mail' in texts) {
    const told = { to: fan.email, name: nameInMail(fan.name), creator: creator.name, link, break: pause ?? '', days }
    tx.app.mailer.send(tx, texts.mail(told))
    return
  }
  const lines = [...texts.lines(creator.name, days), ...(pause ? [pause.en] : [])]
  const text = paragraphs([greeting(fan.name), ...lines, `Your subscriptions: ${link}`])
  tx.app.mailer.send(tx, { to: fan.email, subject: texts.subject(creator.name), text })
}

function pauseIn(creator: string, { withoutPlanned, paidThrough }: Days): InWords | null {
  if (withoutPlanned.en === paidThrough.en) return null
  return {
    en: `${creator} has planned a break, which moves your dates. If it is called off, the term ends on ${withoutPlanned.en}.`,
    ar: `خطّط ${creator} لاستراحة تُغيّر تواريخك. إن أُلغيت، تنتهي المدة في ${withoutPlanned.ar}.`,
  }
}

async function daysOf(tx: Tx, subscription: Subscription): Promise<Days> {
  const { moved, movedSoFar } = await clockOf(tx, subscription)
  const day = (date: Date) => dayOf(moved(date))
  const { paidThrough, accessUntil, dueAt } = subscription
  const withoutPlanned = dayOf(movedSoFar(paidThrough))
  return { paidThrough: day(paidThrough), accessUntil: day(accessUntil), dueAt: day(dueAt), withoutPlanned }
}

function dayOf(date: Date): InWords {
  const format = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  return { en: format('en'), ar: format('ar') }
}
