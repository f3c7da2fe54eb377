import { LEAVING_KEY, readStoredValue, removeStored, store } from '../../../core/storage/stored-values.ts'

/** Other tabs hear of a logout within this time (milliseconds) and end what they had under way. */
const SETTLING_MS = 10_000

/** Holds the account whose removal is done, until the other tabs have let go of it. */
const REMOVED_KEY = 'vesper-left'

let settling: ReturnType<typeof setTimeout> | undefined

/** Notes which account is being removed from this device: from now on no tab stores anything of it. */
export function rememberLeaving(account: string): void {
  clearTimeout(settling)
  removeStored(REMOVED_KEY)
  // Without storage a removal that is cut off is not finished; that it begins matters more.
  store(LEAVING_KEY, account)
}

/** The account logs in again, so that it is not removed any more. */
export function forgetLeaving(account: string): void {
  if (readStoredValue(LEAVING_KEY) !== account) return
  clearTimeout(settling)
  removeStored(LEAVING_KEY)
  removeStored(REMOVED_KEY)
}

/** The account is removed. Its note stays until the other tabs have let go of it. */
export function settleLeaving(account: string): void {
  clearTimeout(settling)
  store(REMOVED_KEY, account)
  settling = setTimeout(() => forgetLeaving(account), SETTLING_MS)
}

/** The account whose removal is noted. `isRemoved`: its data are gone already. */
export function leavingAccount(): { account: string; isRemoved: boolean } | null {
  const account = readStoredValue(LEAVING_KEY)
  return account ? { account, isRemoved: readStoredValue(REMOVED_KEY) === account } : null
}
