import { sha256OfPassword } from '@vesper/sync/vesper/api/password.ts'

export type SentPassword = { password: string; passwordForm: 'plain' | 'sha256' }

/** A password as the server wants it: as typed, or as the hex SHA-256 of what was typed. */
export async function hashPassword(typed: string, hashInBrowser: boolean): Promise<SentPassword> {
  if (!hashInBrowser) return { password: typed, passwordForm: 'plain' }
  return { password: await sha256OfPassword(typed), passwordForm: 'sha256' }
}
