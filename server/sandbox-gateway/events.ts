import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { insertObject } from './store.ts'
import type { Connection } from './store.ts'

/** The version of Stripe's API whose shapes the objects have. */
export const API_VERSION = '2026-10-28.endive'

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'account.updated'
  | 'payout.paid'
  | 'payout.failed'
  | 'transfer.created'
  | 'transfer.reversed'

/** Notes an event about an object, to be delivered after the commit. */
export function addEvent(connection: Connection, type: EventType, object: object): Promise<void> {
  return addAccountEvent(connection, type, { object })
}

/** Notes an event of a connected account, which it names beside the object. */
export async function addAccountEvent(
  connection: Connection,
  type: EventType,
  { object, account }: { object: object; account?: string },
): Promise<void> {
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: API_VERSION,
    created: now(),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    ...{ type, data: { object }, ...(account === undefined ? {} : { account }) },
  } satisfies Omit<Stripe.EventBase, 'data'> & { type: string; data: object }
  await insertObject(connection, event)
  await connection.query('insert into sandbox_gateway.delivery (event_id) values ($1)', [event.id])
}

/** An id as Stripe's: a prefix for the kind, and letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}

/** Seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000)
}
