/** True if a step-up has issued `token` in the same session after `other`. */
export function isLaterToken(token: string, other: string): boolean {
  const [later, former] = [claimsOf(token), claimsOf(other)]
  return later.sid !== undefined && later.sid === former.sid && (later.gen ?? 0) > (former.gen ?? 0)
}

/** The account, the session and the generation that a token names, which the server alone can tell for sure. */
export function claimsOf(token: string): { sub?: unknown; sid?: string; gen?: number } {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as object
    return { ...claims }
  } catch {
    return {}
  }
}
