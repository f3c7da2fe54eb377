import type { Stripe } from 'stripe'
import type { Checkout, Gateway, Order } from '../gateway.ts'
import { idOf, isRefused, orMissing } from './stripe-errors.ts'
import type { Spoken } from './stripe-errors.ts'

/** The pages of Stripe on which an order is paid. */
export function checkoutPort(
  stripe: Stripe,
  spoken: Spoken,
): Pick<Gateway, 'createCheckout' | 'readCheckout' | 'expireCheckout'> {
  const { sessions } = stripe.checkout
  return {
    createCheckout: (order) => spoken(() => createCheckout(stripe, order)),
    readCheckout: (id) => spoken(() => orMissing(async () => checkoutOf(await sessions.retrieve(id)))),
    async expireCheckout(id) {
      await spoken(async () => {
        try {
          await sessions.expire(id)
        } catch (error) {
          // It was paid, or its time was over, a moment before.
          if (!isRefused(error)) throw error
        }
      })
    },
  }
}

async function createCheckout(stripe: Stripe, order: Order): Promise<{ id: string; url: string }> {
  const metadata = { reference: order.reference }
  const { currency, amount: unit_amount, title } = order
  const expires_at = Math.floor(order.expiresAt.getTime() / 1000)
  const price_data = { currency, unit_amount, product_data: { name: title } }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: order.reference,
      metadata,
      ...(order.customerId === undefined
        ? { payment_intent_data: { metadata } }
        : { customer: order.customerId, payment_intent_data: { metadata, setup_future_usage: 'off_session' } }),
      line_items: [{ quantity: 1, price_data }],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at,
    },
    // The end is a parameter: another one takes another key. A page whose answer was lost has an address that nobody knows.
    { idempotencyKey: `checkout:${order.reference}:${expires_at}` },
  )
  if (!session.url) throw new Error('a checkout has no pay page')
  return { id: session.id, url: session.url }
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  return {
    id: session.id,
    status: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    reference: session.metadata?.['reference'] ?? null,
    paymentId: idOf(session.payment_intent),
    isLive: session.livemode,
  }
}
