import { forgetSession, signedInUser } from '../../../core/session/session.ts'

const KEY = 'vesper-leaving'

/** Notes which account is being removed from this device. */
export function rememberLeaving(account: string): void {
  try {
    localStorage.setItem(KEY, account)
  } catch {
    // A removal that is cut off is not finished then; that it begins matters more.
  }
}

export function forgetLeaving(): void {
  localStorage.removeItem(KEY)
}

/** Finishes a removal that a crash, or another tab, cut off. */
export async function finishLeaving(): Promise<void> {
  const account = readLeaving()
  if (!account) return
  if (signedInUser()?._id === account) await forgetSession()
  const { removeAccount } = await import('./logout.ts')
  await removeAccount(account)
}

function readLeaving(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
