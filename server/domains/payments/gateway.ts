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

/** What is bought, in the words of the pay page. */
export type Order = {
  /** Names the order: asked for again, it is one checkout. */
  reference: string
  title: string
  amount: number
  currency: string
  /** `{CHECKOUT_SESSION_ID}` in it stands for the id of the checkout. */
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** An event of the provider. It tells that something changed, not what: the app reads the object. */
export type GatewayEvent = { id: string; type: string; objectId: string }

/** The payment provider. Its calls are made outside of transactions: one that is cut off may have had its effect. */
export type Gateway = {
  isLive: boolean
  createCheckout: (order: Order) => Promise<{ id: string; url: string }>
  readCheckout: (id: string) => Promise<Checkout | null>
  /** Throws for a payload that the provider has not signed. */
  parseEvent: (payload: Buffer, signature: string) => Promise<GatewayEvent>
}
