import type { GatewayEvent } from '../../../infra/payments/gateway-event.ts'
import type { Payees } from './payees.ts'

/** A checkout at the payment provider, as far as the app cares. Amounts are cents of `currency` (lower case). */
export type Checkout = {
  id: string
  status: 'open' | 'paid' | 'expired'
  amount: number
  currency: string
  /** The order that the checkout was made for. */
  reference: string | null
  paymentId: string | null
  isLive: boolean
}

/** Where the provider leads back to, and until when its page is open. */
type Page = {
  /** `{CHECKOUT_SESSION_ID}` in it stands for the id of the checkout. */
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** The bought items, in the words of the pay page. */
export type Order = Page & {
  /** Names the order: asked for again, it is one checkout. */
  reference: string
  title: string
  amount: number
  currency: string
  /** The customer for whom the card that pays is saved; nobody unless told. */
  customerId?: string
}

/** A card that is to be saved for later payments, by the customer who owns it. */
export type CardSetup = Page & { reference: string; customerId: string; currency: string }

/** A card that the provider keeps. The app never sees more of its number than the last four digits. */
export type SavedCard = {
  methodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** The same for the same card, whoever uses it. */
  fingerprint: string | null
}

/** A checkout that saves a card; `card` is null until it is saved. */
export type SetupCheckout = {
  id: string
  status: 'open' | 'complete' | 'expired'
  reference: string | null
  card: SavedCard | null
  isLive: boolean
}

/** A payment with a saved card while its owner need not be there. */
export type CardPayment = {
  /** Names the order: tried again, it is one payment, within a day. */
  orderId: string
  customerId: string
  methodId: string
  amount: number
  currency: string
  metadata?: Record<string, string>
}

/**
 * How a card was charged. `authentication-required`: its owner has to confirm at the bank, which takes a checkout.
 * `isFinal`: the bank will refuse this card always. `attempt` names what was tried at the provider.
 */
export type Charged =
  | { status: 'paid'; paymentId: string }
  | { status: 'declined'; isFinal: boolean; attempt: string | null }
  | { status: 'authentication-required' }

/** Money of a payment that was sent back, in cents. One that failed is at the site again, and stays so. */
export type Refund = {
  id: string
  amount: number
  hasFailed: boolean
  /** The name that it was asked for by; null for one that was made elsewhere. */
  key: string | null
}

/** A payment as it stands at the provider. */
export type Payment = {
  id: string
  status: 'open' | 'paid'
  amount: number
  /** All of its refunds, the earliest first. */
  refunds: readonly Refund[]
  currency: string
  reference: string | null
  /** The card that paid. */
  fingerprint: string | null
  /** The card that paid, where it is saved for a customer. */
  card: SavedCard | null
  /** Names the last attempt, where the card was refused. */
  refusedAttempt: string | null
  isLive: boolean
}

/**
 * Money that the cardholder's bank takes back, in cents of `currency` (lower case). An `inquiry` has taken nothing; `open`, it
 * has the money; `won`, it gave it back.
 */
export type Dispute = {
  id: string
  paymentId: string | null
  amount: number
  currency: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  /** The bank waits for an answer, has one, or has decided. */
  stage: 'waiting' | 'answered' | 'over'
  /** An answer counts until then; null where the provider names no time. */
  dueAt: Date | null
  /** The name of the answer that this site has sent; null for none, and for one that was sent elsewhere. */
  answerKey: string | null
  /** In the provider's words, such as `fraudulent`. */
  reason: string
  createdAt: Date
  isLive: boolean
}

/** The answer to a dispute, in English. Each text has at most EVIDENCE_MAX characters; what is left out is not sent. */
export type Evidence = {
  text: string
  /** The bought goods, with the receipt. */
  receipt?: string | undefined
  customer?: { name: string; email: string | null } | undefined
  /** How the customer agreed to the purchase. */
  consent?: string | undefined
  /** When the bought goods were used. */
  access?: string | undefined
}

/** Characters of each text of an answer. */
export const EVIDENCE_MAX = 20_000

/** Cents of a payment that are back with its payer. */
export function refundedOf({ refunds }: Pick<Payment, 'refunds'>): number {
  return refunds.reduce((sum, { amount, hasFailed }) => (hasFailed ? sum : sum + amount), 0)
}

/** The payment provider. Its calls are made outside of transactions: one that is cut off may have had its effect. */
export type Gateway = {
  isLive: boolean
  createCheckout: (order: Order) => Promise<{ id: string; url: string }>
  readCheckout: (id: string) => Promise<Checkout | null>
  /** Closes a checkout that is still open; nothing where it is not. */
  expireCheckout: (id: string) => Promise<void>
  /** The customer of an account: asked for again, it is one. */
  createCustomer: (userId: string) => Promise<string>
  createCardSetup: (setup: CardSetup) => Promise<{ id: string; url: string }>
  readCardSetup: (id: string) => Promise<SetupCheckout | null>
  /** The provider forgets a card; nothing where it has none. */
  detachCard: (methodId: string) => Promise<void>
  chargeSavedCard: (payment: CardPayment) => Promise<Charged>
  /** The payment of an order that was tried with a saved card of a customer, where there is one. */
  findPayment: (order: { orderId: string; customerId: string; since: Date }) => Promise<Payment | null>
  readPayment: (id: string) => Promise<Payment | null>
  readDispute: (id: string) => Promise<Dispute | null>
  /**
   * Sends the one answer that a dispute takes; `key` names it. Refuses as `conflict` what was answered or decided, or whose
   * time is over.
   */
  answerDispute: (answer: { disputeId: string; key: string; evidence: Evidence }) => Promise<void>
  /** Leaves the money to the cardholder. Refuses as `conflict` what was decided. */
  acceptDispute: (accept: { disputeId: string; key: string }) => Promise<void>
  /** The payment that a charge of the provider belongs to. */
  paymentOfCharge: (chargeId: string) => Promise<string | null>
  /** The payment that a refund belongs to. */
  paymentOfRefund: (refundId: string) => Promise<string | null>
  /**
   * Gives money back; `key` names the refund. Answers its id. The bank may send the money back days later. Refuses as
   * `conflict` what was disputed, or given back before.
   */
  refund: (refund: { paymentId: string; amount: number; key: string }) => Promise<string>
  payees: Payees
  /** Throws for a payload that the provider has not signed. */
  parseEvent: (payload: Buffer, signature: string) => Promise<GatewayEvent>
  /** The provider's events since a moment, the latest first, for those that were not delivered. */
  listEvents: (since: Date) => Promise<GatewayEvent[]>
}
