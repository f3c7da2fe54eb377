import type { IdentityView } from '@vesper/sync/vesper/api/social-login.ts'
import type { Identity } from './entity.ts'

/** A linked login as the owner of the account sees it. */
export function identityView({ id, provider, label, createdAt }: Identity): IdentityView {
  return { _id: id, provider, label, createdAt: createdAt.toISOString() }
}
