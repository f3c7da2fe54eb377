import type { Logger } from 'pino'
import { Stripe } from 'stripe'
import type { GatewayEvent } from '../../../../infra/payments/gateway-event.ts'
import type { Gateway } from '../gateway.ts'
import { cardPort } from './stripe-cards.ts'
import { checkoutPort } from './stripe-checkouts.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { createSpoken } from './stripe-errors.ts'
import { stripePayees } from './stripe-payees.ts'
import { paymentPort } from './stripe-payments.ts'

type Options = {
  secretKey: string
  /** Two while one takes the place of the other. */
  webhookSecrets: readonly string[]
  /** Where a gateway listens that speaks Stripe's protocol; Stripe itself unless told. */
  port?: number
  log: Logger
}

const TIMEOUT_MS = 20_000
/** Events that are read at most where some were lost. */
const EVENTS_MAX = 2000

/** The payment provider Stripe, through its SDK. Each call is named by its order, so that a repeated one has one effect. */
export function stripeGateway({ secretKey, webhookSecrets, port, log }: Options): Gateway {
  const local = port === undefined ? {} : ({ host: '127.0.0.1', port, protocol: 'http' } as const)
  const stripe = new Stripe(secretKey, { ...local, timeout: TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false })
  const spoken = createSpoken(log)
  return {
    isLive: secretKey.includes('_live_'),
    ...checkoutPort(stripe, spoken),
    ...cardPort(stripe, spoken),
    ...paymentPort(stripe, spoken),
    ...stripeDisputes(stripe, spoken),
    payees: stripePayees(stripe, spoken),
    parseEvent: (payload, signature) => parseEvent(stripe, { payload, signature, webhookSecrets }),
    async listEvents(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const list = () => stripe.events.list({ created, limit: 100 }).autoPagingToArray({ limit: EVENTS_MAX })
      return (await spoken(list)).map(eventOf)
    },
  }
}

async function parseEvent(
  stripe: Stripe,
  { payload, signature, webhookSecrets }: { payload: Buffer; signature: string; webhookSecrets: readonly string[] },
): Promise<GatewayEvent> {
  let refused: unknown = new Error('no secret for webhooks is known')
  for (const secret of webhookSecrets) {
    try {
      return eventOf(await stripe.webhooks.constructEventAsync(payload, signature, secret))
    } catch (error) {
      refused = error
    }
  }
  throw refused
}

function eventOf(event: Stripe.Event): GatewayEvent {
  const { id = '' } = event.data.object as { id?: string }
  return { id: event.id, type: event.type, objectId: id }
}
