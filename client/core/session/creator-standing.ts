import type { Profile } from '@vesper/sync/vesper/records/profile.ts'

/** `open` when fans can reach a creator; else the reason why they cannot yet. */
export type CreatorStanding = 'open' | 'submitted' | 'rejected' | 'unconfirmed'

/** As this device knows the account; the server decides. */
export function creatorStanding({
  verification,
  emailVerified,
}: Pick<Profile, 'verification' | 'emailVerified'>): CreatorStanding {
  if (verification === 'rejected') return 'rejected'
  if (!emailVerified) return 'unconfirmed'
  return verification === 'approved' ? 'open' : 'submitted'
}
