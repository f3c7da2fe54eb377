import type { Profile } from '@vesper/sync/vesper/records/profile.ts'

/** Where somebody starts after a login: at home, or where the account is completed first. */
export function postLoginDestination(user: Profile): string {
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
  return (isMeant ? safeReturn(next) : null) ?? postLoginDestination(user)
}

/** Any host serves to read an address that has none. */
const SOME_HOST = 'https://app.invalid'

/** The address within the app that somebody was on the way to, as a path; null for anything else. */
export function safeReturn(address: string | undefined): string | null {
  if (!address?.startsWith('/')) return null
  // Browsers drop some of these, and read a backslash as a slash: what is left may be another site's address.
  if (/[\\\p{Cc}]/u.test(address) || !URL.canParse(address, SOME_HOST)) return null
  // Dots are resolved first: `/.//host` is another host's address as well.
  const { origin, pathname, search, hash } = new URL(address, SOME_HOST)
  if (origin !== SOME_HOST || pathname.startsWith('//')) return null
  return pathname.startsWith('/auth/') ? null : pathname + search + hash
}

/** The `next` of a page's address, for `validateSearch`: dropped unless it is a path of the app. */
export function nextOf({ next }: Record<string, unknown>): { next?: string } {
  const path = typeof next === 'string' ? safeReturn(next) : null
  return path ? { next: path } : {}
}

const accountTabs = ['profile', 'page', 'prices', 'security', 'app'] as const

export type AccountTab = (typeof accountTabs)[number]

/** The tab that an address of the account names; one that the account does not have shows the profile. */
export function accountSearch({ tab }: Record<string, unknown>): { tab?: AccountTab | undefined } {
  return { tab: accountTabs.find((known) => known === tab) }
}
