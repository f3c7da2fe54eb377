import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'

/** A person as a provider knows them. */
export type SocialProfile = {
  provider: SocialProvider
  /** The provider's own id of the person, which never changes. */
  subject: string
  /** Null where the provider gives none. */
  email: string | null
  /** The provider has seen that the person reads mail of this address. */
  isProven: boolean
  name: string
  /** The person's name there, as a start for a username. */
  handle: string | null
}

export const providerNames: Record<SocialProvider, string> = { google: 'Google', twitter: 'X' }

/** The provider refused what the browser brought, or what it brought is not what this flow asked for. */
export function failedLogin(): Refusal {
  return new Refusal('unauthenticated', 'This login did not work. Please begin again.')
}

/** The provider gives no answer, or none that can be read. */
export function unreachable(): Refusal {
  return new Refusal('unavailable', 'This login cannot be reached at the moment. Please try again later.')
}

/** The owner of the site has not set this login up. */
export function notSetUp(): Refusal {
  return new Refusal('unavailable', 'This login is not set up on this site.')
}
