/** A payout at the provider, as far as the app cares. */
export type PayeePayout = {
  id: string
  transferId: string
  status: 'under-way' | 'paid' | 'failed'
}

/** The provider refused for good: asked again under the same key, it answers the same. Nothing has left the platform. */
export class PayeeRefused extends Error {
  override readonly name = 'PayeeRefused'
}

/**
 * Accounts of creators at the payment provider, and payouts to them. Calls are made outside of transactions: one that is
 * cut off may have had its effect, and is made again under the same `reference`. They throw a `Refusal` of kind
 * `unavailable` where the provider does not answer.
 */
export type Payees = {
  /** Opens an account; `reference` names its owner, who gets the same account each time. */
  createAccount: (owner: { reference: string; email: string; country: string }) => Promise<string>
  /** Whether the account takes payouts. */
  isReady: (accountId: string) => Promise<boolean>
  /** The address of the provider's form for the account; it works once, for a few minutes. */
  formOf: (accountId: string, returnUrl: string) => Promise<string>
  /** Sends cents to an account, and from there to its owner's bank. Throws `PayeeRefused` for a refusal for good. */
  payOut: (order: PayOrder) => Promise<PayeePayout>
  readPayout: (payout: { id: string; accountId: string }) => Promise<PayeePayout['status']>
  /** Takes back what a failed payout has left in the account. */
  takeBack: (transferId: string) => Promise<void>
}

export type PayOrder = { reference: string; accountId: string; amount: number; currency: string }
