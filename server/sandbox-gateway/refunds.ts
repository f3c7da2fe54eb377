import type Stripe from 'stripe'
import { call } from './calls.ts'
import { found } from './cards.ts'
import { addEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject, unknownParameter } from './gateway-error.ts'
import { moveBalance } from './move-balance.ts'
import { CreateRefund, ListRefunds, Retrieve } from './parameters.ts'
import { insertObject, listObjects, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

type Charge = Stripe.Charge
type Refund = Stripe.Refund

/** Refunds that an expanded charge shows, as at Stripe. */
const SHOWN = 10

/** Gives a payment back, whole or in part: never more than was paid, and nothing that the cardholder's bank has taken. */
function createRefund(store: Store, asked: CreateRefund): Promise<Refund> {
  return store.transaction(async (connection) => {
    const at = { id: asked.payment_intent, kind: 'payment_intent', lock: true } as const
    const intent = await readObject<Stripe.PaymentIntent>(connection, at)
    if (!intent) throw unknownParameter('payment_intent', 'payment_intent', asked.payment_intent)
    if (intent.status !== 'succeeded')
      throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
    const chargeId = typeof intent.latest_charge === 'string' ? intent.latest_charge : ''
    const charge = await found<Charge>(connection, 'charge', chargeId)
    if (charge.disputed) {
      throw invalidRequest('This charge has been charged back; cannot issue a refund.', { code: 'charge_disputed' })
    }
    const left = intent.amount - charge.amount_refunded
    const amount = asked.amount ?? left
    if (left === 0) throw invalidRequest('This charge has already been refunded.', { code: 'charge_already_refunded' })
    if (amount > left)
      throw invalidRequest('Refund amount is greater than the unrefunded amount on the charge.', { param: 'amount' })
    const id = newId('re')
    const move = { amount: -amount, currency: intent.currency, source: id, type: 'refund' } as const
    const transaction = await moveBalance(connection, move)
    const refund = {
      ...{ id, object: 'refund', amount, currency: intent.currency, created: now(), status: 'succeeded' },
      ...{
        payment_intent: intent.id,
        charge: charge.id,
        metadata: asked.metadata,
        reason: asked.reason ?? null,
      },
      ...{ balance_transaction: transaction, customer: null, customer_account: null, payment_method: null },
      ...{ receipt_number: null, source_transfer_reversal: null, transfer_reversal: null },
    } satisfies Refund
    await insertObject(connection, refund)
    await addEvent(connection, 'refund.created', refund)
    await addEvent(connection, 'charge.refunded', await moveRefunded(connection, charge, amount))
    return refund
  })
}

/** Lets a refund fail after it has succeeded, as a bank that sends the money back: it is at the site again. */
export function failRefund(store: Store, id: string): Promise<Refund> {
  return store.transaction(async (connection) => {
    const known = await readObject<Refund>(connection, { id, kind: 'refund', lock: true })
    if (!known) throw unknownObject('refund', id)
    if (known.status === 'failed') return known
    const charge = await found<Charge>(connection, 'charge', typeof known.charge === 'string' ? known.charge : '')
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' } as const
    const refund = await updateObject(connection, { ...known, ...failed })
    await moveRefunded(connection, charge, -refund.amount)
    const { amount, currency } = refund
    await moveBalance(connection, { amount, currency, source: id, type: 'refund_failure' })
    await addEvent(connection, 'refund.updated', refund)
    await addEvent(connection, 'refund.failed', refund)
    return refund
  })
}

async function moveRefunded(connection: Connection, charge: Charge, amount: number): Promise<Charge> {
  const refunded = charge.amount_refunded + amount
  return updateObject(connection, { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount })
}

/** The charge with its latest refunds, where the caller asks for them. */
export async function withRefunds(connection: Connection, charge: Charge): Promise<Charge> {
  const where = { charge: charge.id }
  return { ...charge, refunds: await listObjects<Refund>(connection, { kind: 'refund', where, limit: SHOWN }) }
}

export const refundCalls = [
  call({
    method: 'POST',
    path: '/v1/refunds',
    parameters: CreateRefund,
    answer: ({ store }, { parameters }) => createRefund(store, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/refunds',
    parameters: ListRefunds,
    answer: ({ store }, { parameters: { payment_intent, limit, starting_after: after = null } }) =>
      listObjects<Refund>(store.connection, { kind: 'refund', where: { payment_intent }, limit, after }),
  }),
  call({
    method: 'GET',
    path: '/v1/refunds/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found<Refund>(store.connection, 'refund', id),
  }),
]
