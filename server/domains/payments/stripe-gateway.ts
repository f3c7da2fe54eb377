import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Stripe } from 'stripe'
import type { Checkout, Gateway, GatewayEvent, Order } from './gateway.ts'

type Options = {
  secretKey: string
  /** Two while one takes the place of the other. */
  webhookSecrets: readonly string[]
  /** Where a gateway listens that speaks Stripe's protocol; Stripe itself unless told. */
  port?: number
}

const TIMEOUT_MS = 20_000

/** The payment provider Stripe, through its SDK. Each call is named by its order, so that a repeated one has one effect. */
export function stripeGateway({ secretKey, webhookSecrets, port }: Options): Gateway {
  const local = port === undefined ? {} : ({ host: '127.0.0.1', port, protocol: 'http' } as const)
  const stripe = new Stripe(secretKey, { ...local, timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false })
  return {
    isLive: secretKey.includes('_live_'),
    createCheckout: (order) => spoken(() => createCheckout(stripe, order)),
    readCheckout: (id) => spoken(() => readCheckout(stripe, id)),
    parseEvent: (payload, signature) => parseEvent(stripe, { payload, signature, webhookSecrets }),
  }
}

async function createCheckout(stripe: Stripe, order: Order): Promise<{ id: string; url: string }> {
  const metadata = { reference: order.reference }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: order.reference,
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: order.currency,
            unit_amount: order.amount,
            product_data: { name: order.title },
          },
        },
      ],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    },
    { idempotencyKey: `checkout:${order.reference}` },
  )
  if (!session.url) throw new Error('a checkout has no pay page')
  return { id: session.id, url: session.url }
}

async function readCheckout(stripe: Stripe, id: string): Promise<Checkout | null> {
  try {
    return checkoutOf(await stripe.checkout.sessions.retrieve(id))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const { payment_intent: payment } = session
  return {
    id: session.id,
    status: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    reference: session.metadata?.['reference'] ?? null,
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
    isLive: session.livemode,
  }
}

async function parseEvent(
  stripe: Stripe,
  { payload, signature, webhookSecrets }: { payload: Buffer; signature: string; webhookSecrets: readonly string[] },
): Promise<GatewayEvent> {
  let refused: unknown = new Error('no secret for webhooks is known')
  for (const secret of webhookSecrets) {
    try {
      const event = await stripe.webhooks.constructEventAsync(payload, signature, secret)
      const { id = '' } = event.data.object as { id?: string }
      return { id: event.id, type: event.type, objectId: id }
    } catch (error) {
      refused = error
    }
  }
  throw refused
}

/** What the provider says is for developers: people are told what to do. */
async function spoken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new Refusal('unavailable', 'The payment provider cannot be reached. Nothing was charged. Try again later.')
    }
    throw error
  }
}
