import type { PreferenceChanges } from '@vesper/sync/vesper/mutations/preferences.ts'
import { accountKey, readStoredJson, removeStored, storeJson } from '../storage/stored-values.ts'

const KIND = 'choices'

/**
 * The choices of this device that `account` has yet to hear of; for null, a visitor's, for the next account that signs
 * in.
 */
export function readChoices(account: string | null): PreferenceChanges {
  return readStoredJson(keyOf(account)) ?? {}
}

/** Notes a choice until it is handed over. */
export function notePendingPreferences(account: string | null, changes: PreferenceChanges): void {
  write(account, { ...readChoices(account), ...changes })
}

/** Forgets what was handed over; what was chosen meanwhile stays. */
export function forgetPendingPreferences(
  account: string | null,
  handedOver: PreferenceChanges = readChoices(account),
): void {
  const left = Object.entries(readChoices(account)).filter(
    ([name, value]) => handedOver[name as keyof PreferenceChanges] !== value,
  )
  write(account, Object.fromEntries(left))
}

function write(account: string | null, choices: PreferenceChanges): void {
  if (Object.keys(choices).length === 0) removeStored(keyOf(account))
  else storeJson(keyOf(account), choices)
}

function keyOf(account: string | null): string {
  return account === null ? `vesper-${KIND}` : accountKey(KIND, account)
}
