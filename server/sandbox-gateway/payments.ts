import type Stripe from 'stripe'
import { call } from './calls.ts'
import { behaviourOf, found, requireCustomer } from './cards.ts'
import { addEvent, newId, now } from './events.ts'
import { GatewayError, invalidRequest, unknownParameter } from './gateway-error.ts'
import { moveBalance } from './move-balance.ts'
import { CreateIntent, ListIntents, Retrieve } from './parameters.ts'
import { withRefunds } from './refunds.ts'
import { requireChargeable } from './require-chargeable.ts'
import { insertObject, listObjects, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

type Intent = Stripe.PaymentIntent
type Charge = Stripe.Charge

/** A payment that is tried: with which card, and how it ends. */
type Attempt = Pick<Intent, 'amount' | 'currency'> & {
  metadata: Record<string, string>
  customer: string | null
  method: Stripe.PaymentMethod
  ends: 'succeeds' | 'card_declined' | 'authentication_required'
}

const REFUSALS = {
  card_declined: 'Your card was declined.',
  authentication_required:
    'Your card was declined. This transaction requires authentication. Please try again and authenticate when prompted during checkout.',
}

/** Tries a payment, with an intent that is known already or a new one; tells of its end by an event. */
export async function attempt(connection: Connection, knownId: string | null, asked: Attempt): Promise<Intent> {
  const { amount, currency, customer, method, ends, metadata } = asked
  const isPaid = ends === 'succeeds'
  const id = knownId ?? newId('pi')
  const tried = chargeOf(id, asked)
  const move = { amount, currency, source: tried.id, type: 'charge' } as const
  const balance_transaction = isPaid ? await moveBalance(connection, move) : null
  const charge = await insertObject(connection, { ...tried, balance_transaction })
  const intent = {
    ...{ id, object: 'payment_intent', amount, amount_capturable: 0, amount_received: isPaid ? amount : 0 },
    ...{ currency, created: now(), livemode: false, customer, metadata, latest_charge: charge.id },
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    last_payment_error: isPaid
      ? null
      : { type: 'card_error', code: ends, message: REFUSALS[ends], charge: charge.id, payment_method: method },
    ...{ capture_method: 'automatic', confirmation_method: 'automatic', client_secret: null },
    ...{ payment_method: isPaid ? method.id : null, payment_method_types: ['card'], ...NO_INTENT_DATA },
  } satisfies Intent
  await (knownId === null ? insertObject(connection, intent) : updateObject(connection, intent))
  await addEvent(connection, isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
  return intent
}

function chargeOf(intentId: string, { amount, currency, metadata, customer, method, ends }: Attempt): Charge {
  const isPaid = ends === 'succeeds'
  const { brand, last4, fingerprint, exp_month, exp_year } = method.card ?? { brand: null, last4: null }
  return {
    ...{ id: newId('ch'), object: 'charge', amount, amount_captured: isPaid ? amount : 0, amount_refunded: 0 },
    ...{ captured: isPaid, created: now(), currency, customer, disputed: false, livemode: false, metadata },
    ...{ paid: isPaid, payment_intent: intentId, payment_method: method.id, refunded: false },
    ...{ status: isPaid ? 'succeeded' : 'failed', failure_code: isPaid ? null : ends },
    failure_message: isPaid ? null : REFUSALS[ends],
    payment_method_details: {
      type: 'card',
      card: {
        ...{ brand, last4, fingerprint: fingerprint ?? null, exp_month: exp_month ?? 1, exp_year: exp_year ?? 2000 },
        ...{ amount_authorized: amount, authorization_code: null, checks: null, country: 'US', funding: 'credit' },
        ...{ electronic_commerce_indicator: null, installments: null, mandate: null, network: brand },
        ...{ network_transaction_id: null, regulated_status: null, three_d_secure: null },
        ...{ transaction_link_id: null, wallet: null },
      },
    },
    ...NO_CHARGE_DATA,
  }
}

/** Charges a saved card while nobody is there to confirm. Refuses as Stripe does, with the intent in the error. */
async function chargeSaved(store: Store, asked: CreateIntent): Promise<Intent> {
  const { amount, currency, customer, payment_method, metadata } = asked
  const intent = await store.transaction(async (connection) => {
    requireChargeable(asked, { what: 'Amount', param: 'amount' })
    await requireCustomer(connection, customer)
    const card = { id: payment_method, kind: 'payment_method', lock: true } as const
    const method = await readObject<Stripe.PaymentMethod>(connection, card)
    if (!method) throw unknownParameter('payment_method', 'PaymentMethod', payment_method)
    if (method.customer !== customer)
      throw invalidRequest('The provided PaymentMethod does not belong to this customer.', { param: 'payment_method' })
    const behaviour = behaviourOf(method)
    const ends =
      behaviour === 'declines' ? 'card_declined' : behaviour === 'asks' ? 'authentication_required' : 'succeeds'
    return attempt(connection, null, { amount, currency, metadata, customer, method, ends })
  })
  if (intent.status === 'succeeded') return intent
  const { code = 'card_declined', message = '' } = intent.last_payment_error ?? {}
  throw new GatewayError(402, {
    ...{ type: 'card_error', code, message, payment_intent: intent },
    ...{ decline_code: code === 'card_declined' ? 'generic_decline' : code },
  })
}

export const paymentCalls = [
  call({
    method: 'POST',
    path: '/v1/payment_intents',
    parameters: CreateIntent,
    answer: ({ store }, { parameters }) => chargeSaved(store, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/payment_intents',
    parameters: ListIntents,
    answer: ({ store }, { parameters: { customer, created, limit } }) =>
      listObjects(store.connection, {
        ...{ kind: 'payment_intent', where: customer === undefined ? {} : { customer } },
        ...{ since: created?.gte ?? 0, limit },
      }),
  }),
  call({
    method: 'GET',
    path: '/v1/payment_intents/{id}',
    parameters: Retrieve,
    answer: async ({ store }, { id, parameters: { expand } }) => {
      const intent = await found<Intent>(store.connection, 'payment_intent', id)
      return {
        ...intent,
        ...(expand?.some((path) => path.startsWith('latest_charge')) && {
          latest_charge: await chargeBy(store, intent, expand),
        }),
        ...(expand?.includes('payment_method') && { payment_method: await methodOf(store, intent) }),
      }
    },
  }),
  call({
    method: 'GET',
    path: '/v1/charges/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found<Charge>(store.connection, 'charge', id),
  }),
]

async function methodOf({ connection }: Store, { payment_method: method }: Intent) {
  return typeof method === 'string'
    ? readObject<Stripe.PaymentMethod>(connection, { id: method, kind: 'payment_method' })
    : null
}

async function chargeBy(
  { connection }: Store,
  { latest_charge: id }: Intent,
  expand: readonly string[] = [],
): Promise<Charge | null> {
  const charge = typeof id === 'string' ? await readObject<Charge>(connection, { id, kind: 'charge' }) : null
  return charge && expand.includes('latest_charge.refunds') ? withRefunds(connection, charge) : charge
}

/** Fields of Stripe's that this gateway does not use. */
const NO_INTENT_DATA = {
  ...{ allowed_payment_method_types: null, application: null, application_fee_amount: null },
  ...{ automatic_payment_methods: null, canceled_at: null, cancellation_reason: null },
  ...{ customer_account: null, description: null, excluded_payment_method_types: null, managed_payments: null },
  ...{ next_action: null, on_behalf_of: null, payment_method_configuration_details: null },
  ...{ payment_method_options: null, payment_record: null, processing: null, receipt_email: null, review: null },
  ...{ setup_future_usage: null, shipping: null, source: null, statement_descriptor: null },
  ...{ statement_descriptor_suffix: null, transfer_group: null },
} satisfies Partial<Intent>

const NO_CHARGE_DATA = {
  ...{ application: null, application_fee: null, application_fee_amount: null, balance_transaction: null },
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  ...{ calculated_statement_descriptor: null, description: null, failure_balance_transaction: null },
  ...{ fraud_details: null, on_behalf_of: null, outcome: null, receipt_email: null, receipt_number: null },
  ...{ receipt_url: null, review: null, shipping: null, source: null, source_transfer: null },
  ...{ statement_descriptor: null, statement_descriptor_suffix: null, transfer_data: null, transfer_group: null },
} satisfies Partial<Charge>
