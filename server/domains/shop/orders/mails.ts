import type { NoticeEvent } from '@vesper/sync/vesper/records/notification.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { notify } from '../../notify/notifications/notify.ts'
import { greeting, nameInMail, paragraphs } from '../../people/accounts/email/mails.ts'
import { User } from '../../people/accounts/entity.ts'
import { mailOf } from '../../site/mails/mail-of.ts'
import type { Order } from './entity.ts'

/** Confirms an order to its buyer, and tells its seller. */
export async function sendPlaced(tx: Tx, order: Order): Promise<void> {
  const { number, type, tokens } = order
  const key = type === 'digital' ? 'order-files' : 'order-parcel'
  await toBuyer(tx, order, {
    mail: ({ to, other, ...told }) => mailOf(key, to, { ...told, number, creator: other, tokens: String(tokens) }),
  })
  await toSeller(tx, order, {
    event: 'order-paid',
    tokens,
    subject: `A new order: ${number}`,
    lines: (buyer) => [
      `${buyer} has ordered from you for ${tokens} tokens.`,
      type === 'digital' ? 'The files were delivered. There is nothing to do.' : 'Open the order to pack and send it.',
    ],
  })
}

/** Tells the buyer that a parcel is on its way, and how to follow it. */
export function sendShipped(tx: Tx, order: Order): Promise<void> {
  const { number, carrier, trackingNumber, trackingUrl } = order
  const parcel = inOneLine([carrier, trackingNumber].filter(Boolean).join(' '))
  const trackingLink = inOneLine(trackingUrl ?? '')
  return toBuyer(tx, order, {
    event: 'order-shipped',
    mail: ({ to, other, ...told }) =>
      mailOf('order-shipped', to, { ...told, number, creator: other, parcel, trackingLink }),
  })
}

/** Tells both sides that an order was canceled, and what came back. */
export async function sendCanceled(tx: Tx, order: Order, tokens: number): Promise<void> {
  const { number } = order
  const reason = inOneLine(order.cancelReason ?? '')
  await toBuyer(tx, order, {
    event: 'order-canceled',
    mail: ({ to, name, link }) => mailOf('order-canceled', to, { name, link, number, tokens: String(tokens), reason }),
  })
  await toSeller(tx, order, {
    event: 'order-canceled',
    subject: `The order ${number} was canceled`,
    lines: (buyer) => [
      `the order ${number} of ${buyer} was canceled. Do not send it.`,
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
    ],
  })
}

/** Tells the buyer of tokens that came back, and notifies the seller, whom a cancellation tells otherwise. */
export async function sendRefunded(
  tx: Tx,
  order: Order,
  { tokens, reason }: { tokens: number; reason: string },
): Promise<void> {
  const { number } = order
  if (order.fulfilment !== 'canceled') {
    await announce(tx, order, { userId: order.performerId, type: 'sale', event: 'sale-refunded', tokens })
  }
  await toBuyer(tx, order, {
    event: 'order-refunded',
    mail: ({ to, name, link }) =>
      mailOf('order-refunded', to, { name, link, number, tokens: String(tokens), reason: inOneLine(reason) }),
  })
}

/** Confirms a request to its buyer, with its time, and tells the seller until when to answer. */
export async function sendRequested(
  tx: Tx,
  order: Order,
  { answerBy, isAppeal }: { answerBy: Date | null; isAppeal: boolean },
): Promise<void> {
  const { number } = order
  const at = `${tx.now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  await toBuyer(tx, order, {
    subject: `Your request about the order ${number}`,
    lines: (creator) => [
      `we received your request about the order ${number} on ${at}.`,
      isAppeal ? 'Our staff look at it and decide.' : `${creator} has three days to answer. Then our staff decide.`,
    ],
  })
  await toSeller(tx, order, {
    event: 'order-refund-requested',
    subject: `A buyer asks for tokens back: ${number}`,
    lines: (buyer) => [
      `${buyer} asks for tokens back for the order ${number}.`,
      answerBy === null
        ? 'Our staff look at it and decide.'
        : `Answer until ${dayOf(answerBy)}. Then our staff decide.`,
    ],
  })
}

/** Tells the buyer that a request was refused, and what is possible now. */
export function sendRefused(
  tx: Tx,
  order: Order,
  { answer, isFinal }: { answer: string; isFinal: boolean },
): Promise<void> {
  return toBuyer(tx, order, {
    event: 'order-refund-refused',
    subject: `The answer about your order ${order.number}`,
    lines: () => [
      `your request about the order ${order.number} was refused.`,
      ...(answer === '' ? [] : [`The answer: ${answer}`]),
      isFinal ? 'This decision is final.' : 'If you disagree, you can ask our staff to decide, within 14 days.',
    ],
  })
}

/** The receiver, and the name of the other side. */
type Told = { to: string; name: string; other: string; link: string }
type Words = { subject: string; lines: (other: string) => string[] } | { mail: (told: Told) => OutgoingMail }
/** `event` is what the side is notified of beside the mail. */
type Texts = { event?: NoticeEvent; tokens?: number } & Words

async function toBuyer(tx: Tx, order: Order, texts: Texts): Promise<void> {
  const { id, buyerId, performerId } = order
  if (texts.event) await announce(tx, order, { userId: buyerId, type: 'order', event: texts.event })
  await send(tx, { to: buyerId, other: performerId, path: `orders/${id}` }, texts)
}

/** Nothing of the buyer but the name: addresses are in no mail. */
async function toSeller(tx: Tx, order: Order, texts: Texts): Promise<void> {
  const { id, buyerId, performerId } = order
  if (texts.event) await announce(tx, order, { userId: performerId, type: 'sale', ...texts, event: texts.event })
  await send(tx, { to: performerId, other: buyerId, path: `creator/orders?order=${id}` }, texts)
}

type Announced = { userId: string; type: 'order' | 'sale'; event: NoticeEvent; tokens?: number }

/** The side that acts hears nothing. */
function announce(tx: Tx, { id, number }: Order, { userId, type, event, tokens = 0 }: Announced): Promise<void> {
  const actorId = tx.actor?.userId ?? null
  return notify(tx, { userId, kind: 'order', actorId, object: { type, id }, event, preview: number, tokens })
}

type Envelope = { to: string; other: string; path: string }

async function send(tx: Tx, { to, other, path }: Envelope, words: Words): Promise<void> {
  const [user, about] = [await tx.em.findOne(User, { id: to }), await tx.em.findOne(User, { id: other })]
  if (!user?.email || user.emailVerifiedAt == null) return
  const [link, otherName] = [`${tx.app.config.publicUrl}/${path}`, about?.name ?? 'somebody']
  if ('mail' in words) {
    const told = { to: user.email, name: nameInMail(user.name), other: inOneLine(otherName), link }
    tx.app.mailer.send(tx, words.mail(told))
    return
  }
  const told = words.lines(otherName).map(inOneLine)
  const text = paragraphs([greeting(user.name), ...told, `The order: ${link}`])
  tx.app.mailer.send(tx, { to: user.email, subject: words.subject, text })
}

/** Each value is in one paragraph: words of the other side add none. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ')
}

function dayOf(date: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
