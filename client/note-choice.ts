import type { PreferenceChanges } from '@vesper/sync/mutations/preferences.ts'
import { noteChoice } from './features/preferences/device-choices.ts'
import { currentSession } from './session.ts'

/** [PREF-2] Notes a choice for the account that is here, else for the one that signs in next. Answers which it is, null for none. */
export function noteChoiceHere(changes: PreferenceChanges): string | null {
  const session = currentSession()
  const account = session.state === 'signed-out' ? null : session.user._id
  noteChoice(account, changes)
  return account
}
