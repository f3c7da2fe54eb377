/** Why a request or a mutation is refused; the server maps each to one HTTP status. */
export const refusalKinds = [
  'invalid',
  'unauthenticated',
  'payment-required',
  'forbidden',
  'not-found',
  'conflict',
  'too-large',
  'unsupported',
  'rate-limited',
  'unavailable',
] as const

export type RefusalKind = (typeof refusalKinds)[number]

/**
 * A refusal by a rule of the product: final for what was asked, and worded for the user.
 * `details` names the offending fields, if any.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly details: RefusalDetail[] | undefined

  constructor(kind: RefusalKind, message: string, details?: RefusalDetail[]) {
    super(message)
    this.kind = kind
    this.details = details
  }

  /** True when the same request would be refused at any time; another attempt may succeed with the other kinds. */
  get isFinal(): boolean {
    return this.kind !== 'rate-limited' && this.kind !== 'unavailable'
  }
}

export type RefusalDetail = { path: string; message: string }
