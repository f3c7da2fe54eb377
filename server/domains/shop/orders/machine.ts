import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { OrderAction, OrderFulfilment, OrderPayment } from '@vesper/sync/vesper/records/order.ts'
import type { Order, RefundRequest } from './entity.ts'

/*
 * new ──process──→ processing ──ship──→ shipped ──receive──→ delivered ──complete──→ completed
 *  └──── cancel ───────┴── cancel ──→ canceled
 *
 * paid ──part──→ partly_refunded ──whole──→ refunded;  paid, partly_refunded ⇄ disputed ──whole──→ refunded
 */

export const DAY_MS = 24 * 60 * 60 * 1000

/** After so many days: a parcel counts as delivered, an order as complete, a seller as silent, an address as none of the seller's business. */
export const DAYS = { delivered: 21, completed: 14, silent: 7, answer: 3, appeal: 14, address: 30 } as const

export type Role = 'buyer' | 'seller' | 'system' | 'staff'

/** Events of the fulfilment, and who may cause them. */
export type FulfilmentEvent = 'process' | 'ship' | 'receive' | 'complete' | 'cancel'

type Transition = { to: OrderFulfilment; by: readonly Role[] }

/** Every transition of the fulfilment. `cancel` by a buyer of what the seller has begun waits for a silent seller. */
const fulfilments: Record<OrderFulfilment, Partial<Record<FulfilmentEvent, Transition>>> = {
  new: {
    process: { to: 'processing', by: ['seller'] },
    cancel: { to: 'canceled', by: ['buyer', 'seller', 'system'] },
  },
  processing: {
    ship: { to: 'shipped', by: ['seller'] },
    cancel: { to: 'canceled', by: ['buyer', 'seller', 'system'] },
  },
  shipped: { receive: { to: 'delivered', by: ['buyer', 'system'] } },
  delivered: { complete: { to: 'completed', by: ['buyer', 'system'] } },
  completed: {},
  canceled: {},
}

/** Events of the payment: a part or the whole goes back; staff are asked, and decide. */
export type PaymentEvent = 'part' | 'whole' | 'dispute' | 'settle'

const payments: Record<OrderPayment, Partial<Record<PaymentEvent, OrderPayment>>> = {
  paid: { part: 'partly_refunded', whole: 'refunded', dispute: 'disputed' },
  partly_refunded: { part: 'partly_refunded', whole: 'refunded', dispute: 'disputed' },
  disputed: { part: 'disputed', whole: 'refunded', settle: 'paid' },
  refunded: {},
}

/** All that decides what may be done with an order. */
export type OrderFacts = Pick<
  Order,
  'type' | 'payment' | 'fulfilment' | 'paidAt' | 'deliveredAt' | 'tokens' | 'refunded'
> & { request: Pick<RefundRequest, 'state' | 'isFinal' | 'decidedAt'> | null }

/** The target of an event, or undefined where this role may not cause it now. */
export function nextFulfilment(
  facts: OrderFacts,
  event: FulfilmentEvent,
  { by, now }: { by: Role; now: Date },
): OrderFulfilment | undefined {
  const transition = fulfilments[facts.fulfilment][event]
  if (!transition?.by.includes(by)) return undefined
  if (event === 'cancel' && by === 'buyer' && now < (cancelableFrom(facts) ?? facts.paidAt)) return undefined
  if (event === 'complete' && isUnderDecision(facts)) return undefined
  return transition.to
}

/** Tells whether the state that stands is the one to which an event leads. */
export function isTaken({ fulfilment }: Pick<Order, 'fulfilment'>, event: FulfilmentEvent): boolean {
  return Object.values(fulfilments).some((transitions) => transitions[event]?.to === fulfilment)
}

/** The payment after an event. `settle` of an order that was refunded in part leaves it so. */
export function nextPayment(
  { payment, refunded }: Pick<Order, 'payment' | 'refunded'>,
  event: PaymentEvent,
): OrderPayment {
  const state: OrderPayment = payment
  const next = payments[state][event]
  if (next === undefined) throw new Refusal('conflict', 'This order was refunded; that is no longer possible.')
  return next === 'paid' && refunded > 0 ? 'partly_refunded' : next
}

/** When the buyer may cancel what the seller has begun and does not send; null where that does not apply. */
export function cancelableFrom({ fulfilment, paidAt }: Pick<Order, 'fulfilment' | 'paidAt'>): Date | null {
  return fulfilment === 'processing' ? after(paidAt, DAYS.silent) : null
}

/** A request waits for an answer: nothing completes, and nothing is earned, before that. */
export function isUnderDecision({ request }: Pick<OrderFacts, 'request'>): boolean {
  return request?.state === 'open' || request?.state === 'appealed'
}

type Rule = (facts: OrderFacts, now: Date) => boolean

function step(event: FulfilmentEvent, by: Role): Rule {
  return (facts, now) => nextFulfilment(facts, event, { by, now }) !== undefined
}

const hasTokens: Rule = ({ payment, refunded, tokens }) => payment !== 'refunded' && refunded < tokens

/** The right to ask ends 14 days after the parcel, or the files, arrived. */
const mayAsk: Rule = (facts, now) => {
  const { fulfilment, deliveredAt, request } = facts
  if (!hasTokens(facts, now) || facts.payment === 'disputed') return false
  if (fulfilment === 'new' || fulfilment === 'canceled') return false
  if (isUnderDecision(facts) || request?.state === 'refused') return false
  return deliveredAt == null || now < after(deliveredAt, DAYS.completed)
}

const mayAppeal: Rule = (facts, now) => {
  const { request } = facts
  if (request?.state !== 'refused' || request.isFinal || !hasTokens(facts, now)) return false
  return request.decidedAt != null && now < after(request.decidedAt, DAYS.appeal)
}

/** The steps of each side, in the order in which they are shown. */
const rules: Record<'buyer' | 'seller', Partial<Record<OrderAction, Rule>>> = {
  buyer: {
    received: step('receive', 'buyer'),
    complete: step('complete', 'buyer'),
    'change-address': ({ type, fulfilment }) => type === 'physical' && fulfilment === 'new',
    cancel: step('cancel', 'buyer'),
    'request-refund': mayAsk,
    appeal: mayAppeal,
  },
  seller: {
    process: step('process', 'seller'),
    ship: step('ship', 'seller'),
    cancel: step('cancel', 'seller'),
    refund: (facts, now) => hasTokens(facts, now) && facts.fulfilment !== 'canceled',
    grant: ({ request }) => request?.state === 'open',
    refuse: ({ request }) => request?.state === 'open',
  },
}

/** The steps that a side may take now. Buttons show this, and commands ask the same. */
export function allowedActions(facts: OrderFacts, by: 'buyer' | 'seller', now: Date): OrderAction[] {
  return (Object.entries(rules[by]) as [OrderAction, Rule][]).flatMap(([action, rule]) =>
    rule(facts, now) ? [action] : [],
  )
}

/** Refuses as `conflict`, with the state that stands, what a side may not do now. */
export function requireAllowed(
  facts: OrderFacts,
  action: OrderAction,
  { by, now }: { by: 'buyer' | 'seller'; now: Date },
): void {
  if (!rules[by][action]?.(facts, now)) throw new Refusal('conflict', refusalOf(facts, action))
}

/** The words for an order that has gone another way, or waits for an answer. */
export function refusalOf(
  { fulfilment, payment, request }: Pick<OrderFacts, 'fulfilment' | 'payment' | 'request'>,
  wanted: OrderAction | FulfilmentEvent,
): string {
  if (wanted === 'complete' && isUnderDecision({ request })) return UNDECIDED
  return payment === 'refunded' && fulfilment !== 'canceled' ? REFUNDED : STANDS[fulfilment]
}

const UNDECIDED = 'You have asked for a refund of this order. It can be completed once that is decided.'
const REFUNDED = 'This order was refunded; that is no longer possible.'
const STANDS: Record<OrderFulfilment, string> = {
  new: 'This order is new; that is not possible yet.',
  processing: 'This order is being prepared; that is not possible now.',
  shipped: 'This order is on its way; that is no longer possible.',
  delivered: 'This order was delivered; that is no longer possible.',
  completed: 'This order is complete; that is no longer possible.',
  canceled: 'This order was canceled; that is no longer possible.',
}

/** When a job has to look at an order next. */
export function dueOf(
  order: Omit<OrderFacts, 'request'> & Pick<Order, 'shippedAt' | 'completedAt' | 'isAddressShown'>,
  request: Pick<RefundRequest, 'state' | 'answerBy'> | null,
): Date | null {
  const times = [
    request?.state === 'open' ? (request.answerBy ?? null) : null,
    order.fulfilment === 'shipped' && order.shippedAt != null ? after(order.shippedAt, DAYS.delivered) : null,
    order.fulfilment === 'delivered' &&
    order.deliveredAt != null &&
    request?.state !== 'open' &&
    request?.state !== 'appealed'
      ? after(order.deliveredAt, DAYS.completed)
      : null,
    order.isAddressShown && order.completedAt != null ? after(order.completedAt, DAYS.address) : null,
  ].filter((time) => time !== null)
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}

export function after(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS)
}
