import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { call } from './calls.ts'
import { newId, now } from './events.ts'
import { invalidRequest, unknownObject, unknownParameter } from './gateway-error.ts'
import { CreateCustomer, NoParameters, Retrieve } from './parameters.ts'
import { insertObject, listObjects, readObject, updateObject } from './store.ts'
import type { Connection } from './store.ts'

/** The test cards, by the last digits of Stripe's: how a payment with one ends that nobody is there to confirm. */
export const testCards = {
  works: { last4: '4242', brand: 'visa', years: 4 },
  /** Can be saved; each payment with it is declined. */
  declines: { last4: '0341', brand: 'visa', years: 4 },
  /** The bank asks at each payment. */
  asks: { last4: '3184', brand: 'mastercard', years: 4 },
  /** Works until the end of this month. */
  expires: { last4: '4444', brand: 'mastercard', years: 0 },
} as const

export type TestCard = keyof typeof testCards

/** Keeps a card of a test, for a customer or for one payment. No card has a whole number here. */
export function insertCard(
  connection: Connection,
  { card, customer }: { card: TestCard; customer: string | null },
): Promise<Stripe.PaymentMethod> {
  const { last4, brand, years } = testCards[card]
  const id = newId('pm')
  // The card of a customer is the same card each time it is used. Another customer's card is another card.
  const fingerprint = createHash('sha256')
    .update(`${customer ?? id} ${last4}`)
    .digest('hex')
    .slice(0, 16)
  const today = new Date()
  const method = {
    ...{ id, object: 'payment_method', type: 'card', created: now(), livemode: false, metadata: {} },
    ...{ customer, customer_account: null },
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      ...{ brand, last4, fingerprint, exp_month: today.getMonth() + 1, exp_year: today.getFullYear() + years },
      ...{ checks: null, country: 'US', display_brand: brand, funding: 'credit', generated_from: null, networks: null },
      ...{ regulated_status: null, three_d_secure_usage: null, wallet: null },
    },
  } satisfies Stripe.PaymentMethod
  return insertObject(connection, method)
}

/** Refuses a parameter that names no customer. */
export async function requireCustomer(connection: Connection, id: string): Promise<void> {
  const customer = await readObject<Stripe.Customer>(connection, { id, kind: 'customer' })
  if (!customer) throw unknownParameter('customer', 'customer', id)
}

/** The card with this id, which its row lock keeps until the transaction ends. */
async function cardOf(connection: Connection, id: string): Promise<Stripe.PaymentMethod> {
  const method = await readObject<Stripe.PaymentMethod>(connection, { id, kind: 'payment_method', lock: true })
  if (!method) throw unknownObject('PaymentMethod', id)
  return method
}

/** How payments with a card end. */
export function behaviourOf({ card }: Stripe.PaymentMethod): TestCard {
  const known = Object.entries(testCards).find(([, { last4 }]) => last4 === card?.last4)
  return (known?.[0] ?? 'works') as TestCard
}

/** Saves a card for a customer, as a checkout for setting up does. */
export async function insertSetup(
  connection: Connection,
  { card, customer, metadata }: { card: TestCard; customer: string | null; metadata: Record<string, string> },
): Promise<Stripe.SetupIntent> {
  const method = await insertCard(connection, { card, customer })
  const setup = {
    ...{ id: newId('seti'), object: 'setup_intent', created: now(), livemode: false, customer, metadata },
    ...{ payment_method: method.id, payment_method_types: ['card'], status: 'succeeded', usage: 'off_session' },
    ...{ allowed_payment_method_types: null, application: null, automatic_payment_methods: null },
    ...{ cancellation_reason: null, client_secret: null, description: null, excluded_payment_method_types: null },
    ...{ last_setup_error: null, latest_attempt: null, mandate: null, next_action: null, on_behalf_of: null },
    ...{ payment_method_configuration_details: null, payment_method_options: null, single_use_mandate: null },
  } satisfies Stripe.SetupIntent
  return insertObject(connection, setup)
}

export const cardCalls = [
  call({
    method: 'POST',
    path: '/v1/customers',
    parameters: CreateCustomer,
    answer: ({ store }, { parameters: { metadata, email, name } }) => {
      const customer = {
        ...{ id: newId('cus'), object: 'customer', created: now(), livemode: false, balance: 0, metadata },
        ...{ default_source: null, description: null, email: email ?? null, name: name ?? null, shipping: null },
        invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      } satisfies Stripe.Customer
      return insertObject(store.connection, customer)
    },
  }),
  call({
    method: 'GET',
    path: '/v1/customers/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found(store.connection, 'customer', id),
  }),
  call({
    method: 'GET',
    path: '/v1/payment_methods/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found(store.connection, 'payment_method', id),
  }),
  call({
    method: 'POST',
    path: '/v1/payment_methods/{id}/detach',
    parameters: NoParameters,
    answer: ({ store }, { id }) =>
      store.transaction(async (connection) => {
        const method = await cardOf(connection, id)
        if (method.customer === null) {
          throw invalidRequest(
            'The payment method you provided is not attached to a customer so detachment is impossible.',
          )
        }
        return updateObject(connection, { ...method, customer: null })
      }),
  }),
  call({
    method: 'GET',
    path: '/v1/setup_intents/{id}',
    parameters: Retrieve,
    answer: async ({ store }, { id, parameters: { expand } }) =>
      expandMethod(store.connection, await found<Stripe.SetupIntent>(store.connection, 'setup_intent', id), expand),
  }),
  call({
    method: 'GET',
    path: '/v1/customers/{id}/payment_methods',
    parameters: Retrieve,
    answer: ({ store }, { id }) => listObjects(store.connection, { kind: 'payment_method', where: { customer: id } }),
  }),
]

async function expandMethod(connection: Connection, setup: Stripe.SetupIntent, expand: readonly string[] = []) {
  if (!expand.includes('payment_method') || typeof setup.payment_method !== 'string') return setup
  return { ...setup, payment_method: await found(connection, 'payment_method', setup.payment_method) }
}

/** The object with this id; refuses one that does not exist as Stripe does. */
export async function found<Data extends { id: string; object: string }>(
  connection: Connection,
  kind: Data['object'],
  id: string,
): Promise<Data> {
  const object = await readObject<Data>(connection, { id, kind })
  if (!object) throw unknownObject(kind, id)
  return object
}
