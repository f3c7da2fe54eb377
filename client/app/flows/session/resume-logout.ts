import { currentSession, forgetSession, signedInUser } from '../../../core/session/session.ts'
import { readSession } from '../../../core/session/stored-session.ts'
import { readWiped } from '../../../core/session/wiped-note.ts'
import { forgetLeaving, leavingAccount, settleLeaving } from './leaving-note.ts'

/** Finishes what a crash, or another tab, cut off: the removal of an account, then of one that its owner had wiped. */
export async function resumeLogout(): Promise<void> {
  await resumeLeaving()
  await resumeWipe()
}

async function resumeLeaving(): Promise<void> {
  const leaving = leavingAccount()
  if (!leaving) return
  const { account, isRemoved } = leaving
  // The page that removed the account was closed before the note went. The account may be signed in again by now.
  if (isRemoved) return signedInUser()?._id === account ? forgetLeaving(account) : settleLeaving(account)
  if (signedInUser()?._id === account) await forgetSession()
  const { removeAccount } = await import('./logout.ts')
  await removeAccount(account)
}

async function resumeWipe(): Promise<void> {
  const account = await readWiped().catch(() => null)
  if (account !== null) return (await import('./wipe-if-asked.ts')).finishWipe(account)
  if (currentSession().state !== 'needs-auth') return
  // The question that followed the refusal of the token may have had no answer.
  const held = await readSession().catch(() => null)
  if (held?.needsAuth) await (await import('./wipe-if-asked.ts')).wipeIfAsked(held.token)
}
