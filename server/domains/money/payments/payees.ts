/** A payout at the provider, as far as the app cares. */
export type PayeePayout = {
  id: string
  status: 'under-way' | 'paid' | 'failed'
}

/** The provider refused for good: asked again under the same key, it answers the same. Nothing has left the platform. */
export class PayeeRefused extends Error {
  override readonly name = 'PayeeRefused'
}

/** The provider has not enough money yet, and nothing has moved. It remembers its answer: the next try takes another reference. */
export class PayeeWaits extends Error {
  override readonly name = 'PayeeWaits'
}

/**
 * Accounts of creators at the payment provider, and payouts to them. Calls are made outside of transactions: one that is cut
 * off may have had its effect, and is made again under the same `reference`, hours or days later. They throw a `Refusal` of
 * kind `unavailable` where the provider does not answer.
 */
export type Payees = {
  /**
   * Opens an account; `reference` names its owner, who gets the same account each time. Refuses as `conflict` a country where
   * the provider opens none.
   */
  createAccount: (owner: { reference: string; email: string; country: string }) => Promise<string>
  /** True when the account takes payouts; the currency of its bank account, in capitals. */
  readAccount: (accountId: string) => Promise<{ isReady: boolean; currency: string }>
  /** The address of the provider's form for the account; it works once, for a few minutes. */
  formOf: (accountId: string, returnUrl: string) => Promise<string>
  /** Sends cents to an account, once for a reference. Answers the id. Throws as `payOut`. */
  transfer: (order: PayOrder) => Promise<string>
  /**
   * Sends the cents of a transfer on to the bank of the account's owner, once for a reference. Throws `PayeeRefused` for a
   * refusal for good, `PayeeWaits` while the money has not arrived: then the cents are still in the account.
   */
  payOut: (order: PayOrder & { transferId: string }) => Promise<PayeePayout>
  readPayout: (payout: { id: string; accountId: string }) => Promise<PayeePayout['status']>
  /** Takes back what a failed payout has left in the account, unless that has happened. */
  takeBack: (transferId: string) => Promise<void>
}

export type PayOrder = { reference: string; accountId: string; amount: number; currency: string }
