import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { callApi } from '../../../core/api/api.ts'
import { accountNamedIn } from '../../../core/session/session-cookie.ts'
import { currentSession, signedInUser } from '../../../core/session/session.ts'
import { readSession } from '../../../core/session/stored-session.ts'
import { forgetWiped } from '../../../core/session/wiped-note.ts'
import { forgetLeaving, rememberLeaving } from './leaving-note.ts'
import { leaveDevice, removeAccount } from './logout.ts'

/**
 * Asks, by a token that the server no longer takes, if the owner has ended this session with the data of its device. Removes
 * them then, as a logout does, and tells the server. A session that has begun meanwhile goes on: where it is the account's
 * own, its data stay.
 */
export async function wipeIfAsked(token: string): Promise<void> {
  const account = accountNamedIn(token)
  if (account === null || !(await isWipeAsked(token))) return
  const newer = await accountSignedInSince(token)
  if (newer === account) return
  rememberLeaving(account)
  await (newer === null ? leaveDevice(account) : removeAccount(account))
  await callApi({ method: 'POST', path: '/auth/device/wiped', body: { token }, answer: Done })
}

/** The account of another session than the token's that holds here, in this tab or another; null without one. */
async function accountSignedInSince(token: string): Promise<string | null> {
  const held = await readSession().catch(() => null)
  if (held && !held.needsAuth && held.token !== token) return held.user._id
  const session = currentSession()
  return session.state === 'signed-in' && session.token !== token ? session.user._id : null
}

async function isWipeAsked(token: string): Promise<boolean> {
  try {
    await callApi({ path: '/users/me', answer: Profile, token })
    return false
  } catch (error) {
    return error instanceof Refusal && (error.details ?? []).some(({ path }) => path === 'wipe')
  }
}

/** The service worker has removed an account: its values in the storage of pages go now. */
export async function finishWipe(account: string): Promise<void> {
  rememberLeaving(account)
  if (signedInUser()?._id === account) forgetLeaving(account)
  else await removeAccount(account)
  await forgetWiped()
}
