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
