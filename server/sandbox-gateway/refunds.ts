import type Stripe from 'stripe'
import { call } from './calls.ts'
import { found } from './cards.ts'
import { addEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject } from './gateway-error.ts'
import { CreateRefund, Retrieve } from './parameters.ts'
import { insertObject, readObject, updateObject } from './store.ts'
import type { Store } from './store.ts'

/** Gives a payment back, whole or in part: never more than was paid, and nothing that the cardholder's bank has taken. */
function createRefund(store: Store, asked: CreateRefund): Promise<Stripe.Refund> {
  return store.transaction(async (connection) => {
    const at = { id: asked.payment_intent, kind: 'payment_intent', lock: true } as const
    const intent = await readObject<Stripe.PaymentIntent>(connection, at)
    if (!intent) throw unknownObject('payment_intent', asked.payment_intent)
    if (intent.status !== 'succeeded')
      throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
    const chargeId = typeof intent.latest_charge === 'string' ? intent.latest_charge : ''
    const charge = await found<Stripe.Charge>(connection, 'charge', chargeId)
    if (charge.disputed) {
      throw invalidRequest('This charge has been charged back; cannot issue a refund.', { code: 'charge_disputed' })
    }
    const left = intent.amount - charge.amount_refunded
    const amount = asked.amount ?? left
    if (left === 0) throw invalidRequest('This charge has already been refunded.', { code: 'charge_already_refunded' })
    if (amount > left)
      throw invalidRequest('Refund amount is greater than the unrefunded amount on the charge.', { param: 'amount' })
    const refund = {
      ...{ id: newId('re'), object: 'refund', amount, currency: intent.currency, created: now(), status: 'succeeded' },
      ...{
        payment_intent: intent.id,
        charge: charge.id,
        metadata: asked.metadata,
        reason: asked.reason ?? null,
      },
      ...{ balance_transaction: null, customer: null, customer_account: null, payment_method: null },
      ...{ receipt_number: null, source_transfer_reversal: null, transfer_reversal: null },
    } satisfies Stripe.Refund
    await insertObject(connection, refund)
    const refunded = charge.amount_refunded + amount
    const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
    await addEvent(connection, 'charge.refunded', await updateObject(connection, after))
    return refund
  })
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
    path: '/v1/refunds/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found<Stripe.Refund>(store.connection, 'refund', id),
  }),
]
