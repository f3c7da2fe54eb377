import type Stripe from 'stripe'
import { call } from './calls.ts'
import { insertCard, insertSetup, requireCustomer } from './cards.ts'
import type { TestCard } from './cards.ts'
import { addEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject } from './gateway-error.ts'
import { CreateSession, NoParameters, Retrieve } from './parameters.ts'
import { attempt } from './payments.ts'
import { requireChargeable } from './require-chargeable.ts'
import { insertObject, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

type Session = Stripe.Checkout.Session

const DAY_SECONDS = 24 * 60 * 60
const SHORTEST_SECONDS = 30 * 60

/** How somebody answers the pay page: with which card, or not at all. */
export type Answer = { pressed: 'pay' | 'decline' | 'cancel'; card: TestCard }

/** Begins a checkout. `pageUrl` gives the address of its pay page. */
async function createSession(
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
  const lines = asked.mode === 'payment' ? asked.line_items : []
  const currency = asked.mode === 'setup' ? asked.currency : (lines[0]?.price_data.currency ?? 'usd')
  if (lines.some(({ price_data }) => price_data.currency !== currency))
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' })
  const sum = lines.reduce((total, { quantity, price_data }) => total + quantity * price_data.unit_amount, 0)
  if (asked.mode === 'payment')
    requireChargeable({ amount: sum, currency }, { what: "The Checkout Session's total amount due" })
  const amount = asked.mode === 'setup' ? null : sum
  const id = newId('cs_test')
  const session = {
    ...{ id, object: 'checkout.session', mode: asked.mode, ui_mode: asked.ui_mode },
    ...{ amount_subtotal: amount, amount_total: amount, currency, created, expires_at: expiresAt, livemode: false },
    ...{ status: 'open', payment_intent: null, setup_intent: null, url: pageUrl(id) },
    payment_status: asked.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    ...{ success_url: asked.success_url, cancel_url: asked.cancel_url ?? null },
    ...{ client_reference_id: asked.client_reference_id ?? null, metadata: asked.metadata },
    ...{ customer: asked.customer ?? null, customer_email: asked.customer_email ?? null, customer_details: null },
    ...{ payment_method_types: ['card'], allowed_payment_method_types: null, ...NOTHING },
  } satisfies Session
  return store.transaction(async (connection) => {
    if (asked.customer !== undefined) await requireCustomer(connection, asked.customer)
    await insertObject(connection, session)
    await insertObject(connection, draftOf(session.id, asked))
    return session
  })
}

/** The parameters of a session's later payment or setup. */
type Draft = {
  id: string
  object: 'payment_draft'
  metadata: Record<string, string>
  items: string[]
  /** The card is kept for the customer. */
  saves: boolean
}

function draftOf(sessionId: string, asked: CreateSession): Draft {
  const head = { id: `draft_${sessionId}`, object: 'payment_draft' } as const
  if (asked.mode === 'setup')
    return { ...head, metadata: asked.setup_intent_data?.metadata ?? {}, items: [], saves: true }
  return {
    ...{ ...head, metadata: asked.payment_intent_data?.metadata ?? {} },
    saves: asked.payment_intent_data?.setup_future_usage === 'off_session',
    items: asked.line_items.map(({ price_data }) => price_data.product_data.name),
  }
}

/** The session as it stands: one whose time is over has expired. */
export async function readSession(store: Store, id: string): Promise<Session> {
  return store.transaction((connection) => lockedSession(connection, id))
}

/** The items of the session, in words. */
export async function itemsOf(store: Store, sessionId: string): Promise<string[]> {
  const draft = await readObject<Draft>(store.connection, { id: `draft_${sessionId}`, kind: 'payment_draft' })
  return draft?.items ?? []
}

async function expireSession(store: Store, id: string): Promise<Session> {
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
export async function answerSession(store: Store, id: string, { pressed, card }: Answer): Promise<Session> {
  return store.transaction(async (connection) => {
    const session = await lockedSession(connection, id)
    if (session.status !== 'open' || pressed === 'cancel') return session
    const draft = await readObject<Draft>(connection, { id: `draft_${id}`, kind: 'payment_draft' })
    const metadata = draft?.metadata ?? {}
    const customer = typeof session.customer === 'string' ? session.customer : null
    if (session.mode === 'setup') {
      if (pressed === 'decline') return session
      const setup = await insertSetup(connection, { card, customer, metadata })
      return complete(connection, { ...session, setup_intent: setup.id })
    }
    const known = typeof session.payment_intent === 'string' ? session.payment_intent : null
    const intent = await attempt(connection, known, {
      ...{ amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', customer, metadata },
      method: await insertCard(connection, { card, customer: draft?.saves ? customer : null }),
      ends: pressed === 'pay' ? 'succeeds' : 'card_declined',
    })
    const tried = { ...session, payment_intent: intent.id }
    if (pressed === 'decline') return updateObject(connection, tried)
    return complete(connection, { ...tried, payment_status: 'paid' })
  })
}

async function complete(connection: Connection, session: Session): Promise<Session> {
  const done = await updateObject(connection, { ...session, status: 'complete', url: null } as const)
  await addEvent(connection, 'checkout.session.completed', done)
  return done
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

export const checkoutCalls = [
  call({
    method: 'POST',
    path: '/v1/checkout/sessions',
    parameters: CreateSession,
    answer: ({ store, pageUrl }, { parameters }) => createSession(store, parameters, pageUrl),
  }),
  call({
    method: 'GET',
    path: '/v1/checkout/sessions/{id}',
    parameters: Retrieve,
    answer: async ({ store }, { id, parameters: { expand } }) =>
      expandSession(store, await readSession(store, id), expand),
  }),
  call({
    method: 'POST',
    path: '/v1/checkout/sessions/{id}/expire',
    parameters: NoParameters,
    answer: ({ store }, { id }) => expireSession(store, id),
  }),
]

/** Objects in the place of their ids, where the caller asks for them. */
async function expandSession(
  { connection }: Store,
  session: Session,
  wanted: readonly string[] = [],
): Promise<Session> {
  const { payment_intent: payment, setup_intent: setup } = session
  const expanded = { ...session }
  if (wanted.includes('payment_intent') && typeof payment === 'string')
    expanded.payment_intent = await readObject(connection, { id: payment, kind: 'payment_intent' })
  if (wanted.some((path) => path.startsWith('setup_intent')) && typeof setup === 'string') {
    const object = await readObject<Stripe.SetupIntent>(connection, { id: setup, kind: 'setup_intent' })
    const method = object?.payment_method
    if (object && wanted.includes('setup_intent.payment_method') && typeof method === 'string')
      object.payment_method = await readObject(connection, { id: method, kind: 'payment_method' })
    expanded.setup_intent = object
  }
  return expanded
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
  ...{ saved_payment_method_options: null, shipping_address_collection: null, shipping_cost: null },
  ...{ shipping_options: [], submit_type: null, subscription: null, total_details: null, wallet_options: null },
} satisfies Partial<Session>
