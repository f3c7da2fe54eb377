import { forgetSession, signedInUser } from '../../../core/session/session.ts'
import { forgetWiped, readWiped } from '../../../core/session/wiped-note.ts'
import { forgetLeaving, leavingAccount, rememberLeaving, settleLeaving } from './leaving-note.ts'

/** Finishes a removal that a crash, or another tab, cut off. */
export async function resumeLogout(): Promise<void> {
  const leaving = leavingAccount()
  if (!leaving) return finishWipe()
  const { account, isRemoved } = leaving
  // The page that removed the account was closed before the note went. The account may be signed in again by now.
  if (isRemoved) return signedInUser()?._id === account ? forgetLeaving(account) : settleLeaving(account)
  if (signedInUser()?._id === account) await forgetSession()
  const { removeAccount } = await import('./logout.ts')
  await removeAccount(account)
}

/** The service worker has removed an account: its values in the storage of pages go now. */
async function finishWipe(): Promise<void> {
  const account = await readWiped().catch(() => null)
  if (account === null) return
  const { removeAccount } = await import('./logout.ts')
  rememberLeaving(account)
  if (signedInUser()?._id === account) forgetLeaving(account)
  else await removeAccount(account)
  await forgetWiped()
}
