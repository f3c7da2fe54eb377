import type { LoginAnswer } from '@vesper/sync/api/login-answer.ts'
import { Profile } from '@vesper/sync/records/profile.ts'
import { callApi } from './api.ts'

/**
 * The session of a cookie whose record is lost, as the server has it; null for a cookie that is none of ours. Rejects when
 * the server does not take it, or cannot be asked.
 */
export async function sessionFromCookie(token: string): Promise<LoginAnswer | null> {
  const expiresAt = expiryOf(token)
  return expiresAt === null
    ? null
    : { token, expiresAt, user: await callApi({ path: '/users/me', answer: Profile, token }) }
}

function expiryOf(token: string): string | null {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: number
    }
    return claims.exp ? new Date(claims.exp * 1000).toISOString() : null
  } catch {
    return null
  }
}
