import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { callApi } from '../../../core/api/api.ts'
import { signedInUser } from '../../../core/session/session.ts'
import { forgetWiped } from '../../../core/session/wiped-note.ts'
import { forgetLeaving, rememberLeaving } from './leaving-note.ts'
import { leaveDevice, removeAccount } from './logout.ts'

/**
 * Asks, by a token that the server no longer takes, if the owner has ended this session with the data of its device. Removes
 * them then, as a logout does, and tells the server.
 */
export async function wipeIfAsked(token: string): Promise<void> {
  const account = signedInUser()?._id
  if (!account || !(await isWipeAsked(token))) return
  rememberLeaving(account)
  await leaveDevice(account)
  await callApi({ method: 'POST', path: '/auth/device/wiped', body: { token }, answer: Done })
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
