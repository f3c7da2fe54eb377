import type { Profile } from '@vesper/sync/vesper/records/profile.ts'

/** Where somebody starts after a login: at home, or where the account is completed first. */
export function landingOf(user: Profile): string {
  const complete = Boolean(user.email && user.username)
  if (!complete) return accountOf(user.isPerformer)
  return user.isPerformer ? `/${user.username}` : '/home'
}

/** Where somebody signed in finds their account. */
export function accountOf(isPerformer: boolean): string {
  return isPerformer ? '/creator/account' : '/user/account'
}

/**
 * Where a login leads on. `expected` is the account whose session had ended here, if any: the address is where it was,
 * and nothing to anybody else.
 */
export function wayOn(user: Profile, next: string | undefined, expected: string | null): string {
  const isMeant = expected === null || expected === user._id
  return (isMeant ? safeReturn(next) : null) ?? landingOf(user)
}

/** An address within the app that somebody was on the way to, or null for anything else. */
export function safeReturn(address: string | undefined): string | null {
  if (!address || !address.startsWith('/') || address.startsWith('//')) return null
  // Browsers drop some of these, and read a backslash as a slash: what is left may be another site's address.
  if (/[\\\p{Cc}]/u.test(address)) return null
  return address.startsWith('/auth/') ? null : address
}
