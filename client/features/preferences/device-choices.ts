import type { PreferenceChanges } from '@vesper/sync/mutations/preferences.ts'

const KEY = 'vesper-choices'

/** What somebody chose here that no account has been told of. */
export function readChoices(): PreferenceChanges {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as PreferenceChanges
  } catch {
    return {}
  }
}

/** [PREF-2] Notes a choice for the account that signs in next. */
export function noteChoice(changes: PreferenceChanges): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readChoices(), ...changes }))
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

export function forgetChoices(): void {
  localStorage.removeItem(KEY)
}
