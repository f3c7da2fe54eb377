import { Stripe } from 'stripe'
import type { CardPayment, CardSetup, Charged, Gateway, SavedCard, SetupCheckout } from '../gateway.ts'
import { idOf, isRefused, orMissing } from './stripe-errors.ts'
import type { Spoken } from './stripe-errors.ts'

type Port = Pick<Gateway, 'createCustomer' | 'createCardSetup' | 'readCardSetup' | 'detachCard' | 'chargeSavedCard'>

const UNKNOWN = 'The payment provider did not answer. Try again: you are not charged twice.'

/** Cards that Stripe keeps for later payments. */
export function cardPort(stripe: Stripe, spoken: Spoken): Port {
  return {
    createCustomer: (userId) =>
      spoken(async () => {
        const named = { metadata: { reference: userId } }
        return (await stripe.customers.create(named, { idempotencyKey: `customer:${userId}` })).id
      }),
    createCardSetup: (setup) => spoken(() => createCardSetup(stripe, setup)),
    readCardSetup: (id) => spoken(() => orMissing(() => readCardSetup(stripe, id))),
    async detachCard(methodId) {
      await spoken(async () => {
        try {
          await stripe.paymentMethods.detach(methodId)
        } catch (error) {
          if (!isRefused(error)) throw error
        }
      })
    },
    chargeSavedCard: (payment) => spoken(() => chargeSavedCard(stripe, payment), UNKNOWN),
  }
}

async function createCardSetup(stripe: Stripe, setup: CardSetup): Promise<{ id: string; url: string }> {
  const metadata = { reference: setup.reference }
  const expires_at = Math.floor(setup.expiresAt.getTime() / 1000)
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      customer: setup.customerId,
      currency: setup.currency,
      client_reference_id: setup.reference,
      metadata,
      setup_intent_data: { metadata },
      success_url: setup.successUrl,
      cancel_url: setup.cancelUrl,
      expires_at,
    },
    { idempotencyKey: `setup:${setup.reference}:${expires_at}` },
  )
  if (!session.url) throw new Error('a checkout has no page')
  return { id: session.id, url: session.url }
}

async function readCardSetup(stripe: Stripe, id: string): Promise<SetupCheckout> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] })
  const { setup_intent: setup } = session
  const method = setup !== null && typeof setup === 'object' ? setup.payment_method : null
  return {
    id: session.id,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    reference: session.metadata?.['reference'] ?? null,
    card: method !== null && typeof method === 'object' ? cardOf(method) : null,
    isLive: session.livemode,
  }
}

/** The card of a payment method; null for one that is no card. */
export function cardOf({ id, card }: Stripe.PaymentMethod): SavedCard | null {
  if (!card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = card
  return { methodId: id, brand, last4, expMonth, expYear, fingerprint: fingerprint ?? null }
}

async function chargeSavedCard(stripe: Stripe, payment: CardPayment): Promise<Charged> {
  const { orderId, customerId, methodId, amount, currency, metadata } = payment
  try {
    const intent = await stripe.paymentIntents.create(
      {
        ...{ amount, currency, customer: customerId, payment_method: methodId, off_session: true, confirm: true },
        metadata: { ...metadata, reference: orderId },
      },
      { idempotencyKey: `charge:${orderId}` },
    )
    if (intent.status === 'succeeded') return { status: 'paid', paymentId: intent.id }
    return { status: 'authentication-required' }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    if (error.code === 'authentication_required') return { status: 'authentication-required' }
    const attempt = idOf(error.payment_intent?.latest_charge)
    return { status: 'declined', isFinal: FINAL.has(error.decline_code ?? error.code ?? ''), attempt }
  }
}

/** Codes after which a card does not work again. */
const FINAL = new Set(['expired_card', 'lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'invalid_account'])
