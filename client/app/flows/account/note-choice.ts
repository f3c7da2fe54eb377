import type { PreferenceChanges } from '@vesper/sync/vesper/mutations/preferences.ts'
import { notePendingPreferences } from '../../../core/preferences/pending-preferences.ts'
import { signedInUser } from '../../../core/session/session.ts'

/** Notes a choice for the account that is here, else for the one that signs in next. Answers which it is, null for none. */
export function noteChoiceHere(changes: PreferenceChanges): string | null {
  const account = signedInUser()?._id ?? null
  notePendingPreferences(account, changes)
  return account
}
