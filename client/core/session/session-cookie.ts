import { claimsOf } from './is-later-token.ts'

const DAY_S = 24 * 60 * 60

/** The cookie `token` lets pictures and videos load, and lasts as long as the person asked for. */
export function writeCookie(token: string, remember: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `token=${token}; Path=/; SameSite=Strict; Max-Age=${(remember ? 365 : 1) * DAY_S}${secure}`
}

export function removeCookie(): void {
  document.cookie = 'token=; Path=/; SameSite=Strict; Max-Age=0'
}

export function readCookie(): string | null {
  return /(?:^|;\s*)token=([^;]+)/.exec(document.cookie)?.[1] ?? null
}

/** Three parts in base64url, as a JWT has. */
export function isToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
}

/** The account that a token names, which the server alone can tell for sure; null where it names none. */
export function accountNamedIn(token: string): string | null {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' ? sub : null
}
