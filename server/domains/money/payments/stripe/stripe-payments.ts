import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Stripe } from 'stripe'
import type { Gateway, Payment, Refund } from '../gateway.ts'
import { cardOf } from './stripe-cards.ts'
import { idOf, isRefused, orMissing } from './stripe-errors.ts'
import type { Spoken } from './stripe-errors.ts'

/** A payment has a refund for each part that went back. */
const REFUNDS_MAX = 1000

type Port = Pick<Gateway, 'findPayment' | 'readPayment' | 'paymentOfCharge' | 'paymentOfRefund' | 'refund'>

/** Payments at Stripe, and what goes back of them. */
export function paymentPort(stripe: Stripe, spoken: Spoken): Port {
  return {
    findPayment: ({ orderId, customerId, since }) =>
      spoken(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) - 60 }
        // The list, and not the search, which is late.
        for await (const { id, metadata, status } of stripe.paymentIntents.list({ customer: customerId, created })) {
          if (metadata['reference'] === orderId && status === 'succeeded') return readPayment(stripe, id)
        }
        return null
      }),
    readPayment: (id) => spoken(() => orMissing(() => readPayment(stripe, id))),
    paymentOfCharge: (chargeId) =>
      spoken(() => orMissing(async () => idOf((await stripe.charges.retrieve(chargeId)).payment_intent))),
    paymentOfRefund: (refundId) =>
      spoken(() => orMissing(async () => idOf((await stripe.refunds.retrieve(refundId)).payment_intent))),
    refund: ({ paymentId, amount, key }) =>
      spoken(async () => {
        const asked = { payment_intent: paymentId, amount, metadata: { key } }
        try {
          return (await stripe.refunds.create(asked, { idempotencyKey: `refund:${key}` })).id
        } catch (error) {
          if (isRefused(error)) throw new Refusal('conflict', 'This payment cannot be given back any more.')
          throw error
        }
      }),
  }
}

async function readPayment(stripe: Stripe, id: string): Promise<Payment> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds', 'payment_method'] })
  const { latest_charge: charge, payment_method: method } = intent
  const whole = charge !== null && typeof charge === 'object' ? charge : null
  return {
    id: intent.id,
    status: intent.status === 'succeeded' ? 'paid' : 'open',
    amount: intent.amount,
    refunds: await refundsOf(stripe, id, whole),
    currency: intent.currency,
    reference: intent.metadata['reference'] ?? null,
    refusedAttempt: intent.last_payment_error?.code === 'card_declined' ? idOf(charge) : null,
    fingerprint: whole?.payment_method_details?.card?.fingerprint ?? null,
    card: method !== null && typeof method === 'object' && method.customer !== null ? cardOf(method) : null,
    isLive: intent.livemode,
  }
}

/** A charge shows its latest refunds alone: where there are more, the list has them. */
async function refundsOf(stripe: Stripe, paymentId: string, charge: Stripe.Charge | null): Promise<Refund[]> {
  const shown = charge?.refunds
  if (!shown) return []
  const all = shown.has_more
    ? await stripe.refunds.list({ payment_intent: paymentId, limit: 100 }).autoPagingToArray({ limit: REFUNDS_MAX })
    : shown.data
  return all.toReversed().map((one) => ({
    ...{ id: one.id, amount: one.amount, hasFailed: one.status === 'failed' || one.status === 'canceled' },
    key: one.metadata?.['key'] ?? null,
  }))
}
