import { accountKey, readStoredValue, removeStored, store } from '../storage/stored-values.ts'

const KIND = 'unsent'

/** How much of what its author would miss was on this device alone, as was noted last: of a database that may be gone. */
export function readUnsentCount(account: string): number {
  return Number(readStoredValue(accountKey(KIND, account)) ?? 0)
}

export function storeUnsentCount(account: string, count: number): void {
  const key = accountKey(KIND, account)
  if (count === 0) removeStored(key)
  else if (readStoredValue(key) !== String(count)) store(key, String(count))
}
