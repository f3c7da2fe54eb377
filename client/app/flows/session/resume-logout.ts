import { readStored, removeStored, store } from '../../../core/storage/local-storage.ts'
import { forgetSession, signedInUser } from '../../../core/session/session.ts'

const KEY = 'vesper-leaving'

/** Notes which account is being removed from this device. */
export function rememberLeaving(account: string): void {
  // Without storage a removal that is cut off is not finished; that it begins matters more.
  store(KEY, account)
}

export function forgetLeaving(): void {
  removeStored(KEY)
}

/** Finishes a removal that a crash, or another tab, cut off. */
export async function finishLeaving(): Promise<void> {
  const account = readStored(KEY)
  if (!account) return
  if (signedInUser()?._id === account) await forgetSession()
  const { removeAccount } = await import('./logout.ts')
  await removeAccount(account)
}
