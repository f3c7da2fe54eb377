import { LEAVING_KEY, readStored, removeStored, store } from '../../../core/storage/local-storage.ts'
import { forgetSession, signedInUser } from '../../../core/session/session.ts'

/** Other tabs hear of a logout within this time (milliseconds) and end what they had under way. */
const SETTLING_MS = 10_000

let settling: ReturnType<typeof setTimeout> | undefined

/** Notes which account is being removed from this device: from now on no tab stores anything of it. */
export function rememberLeaving(account: string): void {
  clearTimeout(settling)
  // Without storage a removal that is cut off is not finished; that it begins matters more.
  store(LEAVING_KEY, account)
}

/** The account logs in again, so that it is not removed any more. */
export function forgetLeaving(account: string): void {
  if (readStored(LEAVING_KEY) !== account) return
  clearTimeout(settling)
  removeStored(LEAVING_KEY)
}

/** The account is removed. Its note stays until the other tabs have let go of it. */
export function settleLeaving(account: string): void {
  clearTimeout(settling)
  settling = setTimeout(() => forgetLeaving(account), SETTLING_MS)
}

/** Finishes a removal that a crash, or another tab, cut off. */
export async function finishLeaving(): Promise<void> {
  const account = readStored(LEAVING_KEY)
  if (!account) return
  if (signedInUser()?._id === account) await forgetSession()
  const { removeAccount } = await import('./logout.ts')
  await removeAccount(account)
}
