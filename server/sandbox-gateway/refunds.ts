import type Stripe from 'stripe'
import { addEvent, newId, now } from './events.ts'
import type { CreateRefund } from './parameters.ts'
import { insertObject, readObject } from './store.ts'
import type { Store } from './store.ts'
import { invalidRequest, unknownObject } from './wire.ts'

/** Gives a payment back, whole or in part; never more than was paid. */
export function createRefund(store: Store, asked: CreateRefund): Promise<Stripe.Refund> {
  return store.transaction(async (connection) => {
    const at = { id: asked.payment_intent, kind: 'payment_intent', lock: true } as const
    const intent = await readObject<Stripe.PaymentIntent>(connection, at)
    if (!intent) throw unknownObject('payment_intent', asked.payment_intent)
    if (intent.status !== 'succeeded')
      throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
    const { rows } = await connection.query<{ refunded: number }>(
      `select coalesce(sum((data->>'amount')::int), 0)::int as refunded from sandbox_gateway.object
       where kind = 'refund' and data->>'payment_intent' = $1`,
      [intent.id],
    )
    const left = intent.amount - (rows[0]?.refunded ?? 0)
    const amount = asked.amount ?? left
    if (left === 0) throw invalidRequest('This charge has already been refunded.', { code: 'charge_already_refunded' })
    if (amount > left)
      throw invalidRequest('Refund amount is greater than the unrefunded amount on the charge.', { param: 'amount' })
    const refund = {
      ...{ id: newId('re'), object: 'refund', amount, currency: intent.currency, created: now(), status: 'succeeded' },
      ...{
        payment_intent: intent.id,
        charge: intent.latest_charge,
        metadata: asked.metadata,
        reason: asked.reason ?? null,
      },
      ...{ balance_transaction: null, customer: null, customer_account: null, payment_method: null },
      ...{ receipt_number: null, source_transfer_reversal: null, transfer_reversal: null },
    } satisfies Stripe.Refund
    await insertObject(connection, refund)
    const charge = { id: intent.latest_charge, object: 'charge', payment_intent: intent.id, amount: intent.amount }
    await addEvent(connection, 'charge.refunded', { ...charge, amount_refunded: intent.amount - left + amount })
    return refund
  })
}
