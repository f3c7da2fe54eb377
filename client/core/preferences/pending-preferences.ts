import type { PreferenceChanges } from '@vesper/sync/vesper/mutations/preferences.ts'
import { accountKey, readStoredJson, removeStored, storeJson } from '../storage/local-storage.ts'

const KIND = 'choices'

/** What was chosen here that `account` has yet to be told of; of null, by a visitor, for whoever signs in next. */
export function readChoices(account: string | null): PreferenceChanges {
  return readStoredJson(keyOf(account)) ?? {}
}

/** Notes a choice until it is handed over. */
export function noteChoice(account: string | null, changes: PreferenceChanges): void {
  write(account, { ...readChoices(account), ...changes })
}

/** Forgets what was handed over; what was chosen meanwhile stays. */
export function forgetChoices(account: string | null, handedOver: PreferenceChanges = readChoices(account)): void {
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
