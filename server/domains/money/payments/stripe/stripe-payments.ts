import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Stripe } from 'stripe'
import type { Dispute, Gateway, Payment } from '../gateway.ts'
import { cardOf } from './stripe-cards.ts'
import { idOf, isRefused, orMissing, spoken } from './stripe-errors.ts'

type Port = Pick<Gateway, 'findPayment' | 'readPayment' | 'readDispute' | 'paymentOfCharge' | 'refund'>

/** Payments at Stripe, and what goes back of them. */
export function paymentPort(stripe: Stripe): Port {
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
    readDispute: (id) => spoken(() => orMissing(async () => disputeOf(await stripe.disputes.retrieve(id)))),
    paymentOfCharge: (chargeId) =>
      spoken(() => orMissing(async () => idOf((await stripe.charges.retrieve(chargeId)).payment_intent))),
    async refund({ paymentId, amount, key }) {
      await spoken(async () => {
        try {
          await stripe.refunds.create({ payment_intent: paymentId, amount }, { idempotencyKey: `refund:${key}` })
        } catch (error) {
          if (isRefused(error)) throw new Refusal('conflict', 'This payment cannot be given back any more.')
          throw error
        }
      })
    },
  }
}

async function readPayment(stripe: Stripe, id: string): Promise<Payment> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'payment_method'] })
  const { latest_charge: charge, payment_method: method } = intent
  const whole = charge !== null && typeof charge === 'object' ? charge : null
  return {
    id: intent.id,
    status: intent.status === 'succeeded' ? 'paid' : 'open',
    amount: intent.amount,
    refunded: whole?.amount_refunded ?? 0,
    currency: intent.currency,
    reference: intent.metadata['reference'] ?? null,
    refusedAttempt: intent.last_payment_error?.code === 'card_declined' ? idOf(charge) : null,
    fingerprint: whole?.payment_method_details?.card?.fingerprint ?? null,
    card: method !== null && typeof method === 'object' && method.customer !== null ? cardOf(method) : null,
    isLive: intent.livemode,
  }
}

function disputeOf({ id, payment_intent: payment, amount, status }: Stripe.Dispute): Dispute {
  const isInquiry = status.startsWith('warning_') || status === 'prevented'
  const undecided = isInquiry ? 'inquiry' : 'open'
  const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : undecided
  return { id, paymentId: idOf(payment), amount, status: state }
}
