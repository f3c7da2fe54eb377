import type Stripe from 'stripe'
import { addEvent, newId, now } from './events.ts'
import type { CreateSession } from './parameters.ts'
import { insertObject, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'
import { invalidRequest, unknownObject } from './wire.ts'

type Session = Stripe.Checkout.Session
type Intent = Stripe.PaymentIntent

const DAY_SECONDS = 24 * 60 * 60
const SHORTEST_SECONDS = 30 * 60

/** How somebody answers the pay page. */
export type Answer = 'pay' | 'authenticate' | 'decline' | 'cancel'

/** Begins a checkout. `pageUrl` gives the address of its pay page. */
export async function createSession(
  store: Store,
  asked: CreateSession,
  pageUrl: (sessionId: string) => string,
): Promise<Session> {
  const created = now()
  const expiresAt = asked.expires_at ?? created + DAY_SECONDS
  // A minute less: clocks differ.
  if (expiresAt < created + SHORTEST_SECONDS - 60 || expiresAt > created + DAY_SECONDS + 60) {
    throw invalidRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    )
  }
  const [first] = asked.line_items
  const currency = first?.price_data.currency ?? 'usd'
  if (asked.line_items.some(({ price_data }) => price_data.currency !== currency))
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' })
  const amount = asked.line_items.reduce((sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount, 0)
  const id = newId('cs_test')
  const session = {
    ...{ id, object: 'checkout.session', mode: asked.mode, ui_mode: asked.ui_mode },
    ...{ amount_subtotal: amount, amount_total: amount, currency, created, expires_at: expiresAt, livemode: false },
    ...{ status: 'open', payment_status: 'unpaid', payment_intent: null, url: pageUrl(id) },
    ...{ success_url: asked.success_url, cancel_url: asked.cancel_url ?? null },
    ...{ client_reference_id: asked.client_reference_id ?? null, metadata: asked.metadata },
    ...{ customer: null, customer_email: asked.customer_email ?? null, customer_details: null },
    ...{ payment_method_types: ['card'], allowed_payment_method_types: null, ...NOTHING },
  } satisfies Session
  return store.transaction(async (connection) => {
    await insertObject(connection, session)
    await insertObject(connection, draftOf(session.id, asked))
    return session
  })
}

/** What the payment of a session will be made from. */
type Draft = { id: string; object: 'payment_draft'; metadata: Record<string, string>; items: string[] }

function draftOf(sessionId: string, { payment_intent_data, line_items }: CreateSession): Draft {
  return {
    ...{ id: `draft_${sessionId}`, object: 'payment_draft', metadata: payment_intent_data?.metadata ?? {} },
    items: line_items.map(({ price_data }) => price_data.product_data.name),
  }
}

/** The session as it stands: one whose time is over has expired. */
export async function readSession(store: Store, id: string): Promise<Session> {
  return store.transaction((connection) => lockedSession(connection, id))
}

/** What the session is for, in words. */
export async function itemsOf(store: Store, sessionId: string): Promise<string[]> {
  const draft = await readObject<Draft>(store.connection, { id: `draft_${sessionId}`, kind: 'payment_draft' })
  return draft?.items ?? []
}

export async function expireSession(store: Store, id: string): Promise<Session> {
  return store.transaction(async (connection) => {
    const session = await lockedSession(connection, id)
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    return expire(connection, session)
  })
}

/**
 * Answers the pay page. A session that is complete stays so, whatever is pressed again. A declined card leaves the session
 * open, so that another one can be tried.
 */
export async function answerSession(store: Store, id: string, answer: Answer): Promise<Session> {
  return store.transaction(async (connection) => {
    const session = await lockedSession(connection, id)
    if (session.status !== 'open' || answer === 'cancel') return session
    const draft = await readObject<Draft>(connection, { id: `draft_${id}`, kind: 'payment_draft' })
    const isPaid = answer !== 'decline'
    const intent = await saveIntent(connection, { session, metadata: draft?.metadata ?? {}, isPaid })
    if (!isPaid) {
      await addEvent(connection, 'payment_intent.payment_failed', intent)
      return updateObject(connection, { ...session, payment_intent: intent.id })
    }
    const paid = {
      ...session,
      status: 'complete',
      payment_status: 'paid',
      payment_intent: intent.id,
      url: null,
    } as const
    await updateObject(connection, paid)
    await addEvent(connection, 'payment_intent.succeeded', intent)
    await addEvent(connection, 'checkout.session.completed', paid)
    return paid
  })
}

async function saveIntent(
  connection: Connection,
  { session, metadata, isPaid }: { session: Session; metadata: Record<string, string>; isPaid: boolean },
): Promise<Intent> {
  const amount = session.amount_total ?? 0
  const known = typeof session.payment_intent === 'string' ? session.payment_intent : null
  const intent = {
    ...{ id: known ?? newId('pi'), object: 'payment_intent', amount, amount_capturable: 0 },
    ...{ amount_received: isPaid ? amount : 0, currency: session.currency ?? 'usd', created: now(), livemode: false },
    ...{ status: isPaid ? 'succeeded' : 'requires_payment_method', latest_charge: isPaid ? newId('ch') : null },
    last_payment_error: isPaid
      ? null
      : { type: 'card_error', code: 'card_declined', message: 'Your card was declined.', charge: newId('ch') },
    ...{ metadata, capture_method: 'automatic', confirmation_method: 'automatic', client_secret: null },
    ...{ payment_method: isPaid ? newId('pm') : null, payment_method_types: ['card'], ...NO_INTENT_DATA },
  } satisfies Intent
  return known === null ? insertObject(connection, intent) : updateObject(connection, intent)
}

async function lockedSession(connection: Connection, id: string): Promise<Session> {
  const session = await readObject<Session>(connection, { id, kind: 'checkout.session', lock: true })
  if (!session) throw unknownObject('checkout.session', id)
  return session.status === 'open' && session.expires_at <= now() ? expire(connection, session) : session
}

async function expire(connection: Connection, session: Session): Promise<Session> {
  const expired = { ...session, status: 'expired', url: null } as const
  await updateObject(connection, expired)
  await addEvent(connection, 'checkout.session.expired', expired)
  return expired
}

/** Fields of Stripe's that a session of this gateway does not use. */
const NOTHING = {
  ...{ adaptive_pricing: null, after_expiration: null, allow_promotion_codes: null, billing_address_collection: null },
  ...{ automatic_tax: { enabled: false, liability: null, provider: null, status: null }, client_secret: null },
  ...{ collected_information: null, consent: null, consent_collection: null, currency_conversion: null },
  ...{ custom_fields: [], customer_account: null, customer_creation: null, discounts: null },
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  ...{ integration_identifier: null, invoice: null, invoice_creation: null, locale: null, managed_payments: null },
  ...{ origin_context: null, payment_link: null, payment_method_collection: null, permissions: null },
  ...{ payment_method_configuration_details: null, payment_method_options: null, recovered_from: null },
  ...{ saved_payment_method_options: null, setup_intent: null, shipping_address_collection: null, shipping_cost: null },
  ...{ shipping_options: [], submit_type: null, subscription: null, total_details: null, wallet_options: null },
} satisfies Partial<Session>

const NO_INTENT_DATA = {
  ...{ allowed_payment_method_types: null, application: null, application_fee_amount: null },
  ...{ automatic_payment_methods: null, canceled_at: null, cancellation_reason: null, customer: null },
  ...{ customer_account: null, description: null, excluded_payment_method_types: null, managed_payments: null },
  ...{
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
  },
  ...{ payment_record: null, processing: null, receipt_email: null, review: null, setup_future_usage: null },
  ...{
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
  },
} satisfies Partial<Intent>
