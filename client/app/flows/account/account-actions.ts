import { Done, MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { callApi } from '../../../core/api/api.ts'
import { $offline } from '../../../core/connection/model.ts'
import { currentScope } from '../../../core/session/current-scope.ts'
import { hashPassword } from '../../../core/session/hash-password.ts'
import { currentSession, keepProfile } from '../../../core/session/session.ts'
import { $hashesPassword } from '../../../core/settings/model.ts'
import { openedSync } from '../../../core/sync/sync.ts'
import type { EmailChange } from '../../../features/account/email-form.tsx'
import type { PasswordChange } from '../../../features/account/password-form.tsx'
import type { ProfileEdit } from '../../../features/account/profile-edit.ts'

/**
 * Keeps edits of the profile: queued on the device, by a call where its storage cannot be opened. Then drops the refused changes
 * in whose place they are: at no moment is what was wanted nowhere. `waiting`: kept, with no line to send it on; `sending`:
 * kept, and the server may yet refuse it.
 */
export async function saveProfile({ changes, base, replaced }: ProfileEdit): Promise<'waiting' | 'sending' | 'saved'> {
  const sync = await openedSync()
  if (!sync) {
    await keepProfile(await callApi({ method: 'PUT', path: '/users', body: changes, answer: Profile }))
    return 'saved'
  }
  if (Object.keys(changes).length > 0) await sync.mutate('profile.update', { changes, base })
  for (const id of replaced) await sync.discard(id)
  return currentScope().getState($offline) ? 'waiting' : 'sending'
}

/** Changes the address on the server. `source`, the current password, is needed where it takes the place of another. */
export async function changeEmail({ email, source }: EmailChange): Promise<void> {
  const hashes = currentScope().getState($hashesPassword)
  const proof = source === undefined ? null : await hashPassword(source, hashes)
  const body = { email, ...(proof && { source: proof.password, sourceForm: proof.passwordForm }) }
  await keepProfile(await callApi({ method: 'PUT', path: '/users', body, answer: Profile }))
}

/** The current password is sent in the form in which it was set; the server knows which that is. */
export async function changePassword({ source, password }: PasswordChange): Promise<void> {
  const hashes = currentScope().getState($hashesPassword)
  const [old, next] = await Promise.all([hashPassword(source, hashes), hashPassword(password, hashes)])
  const body = { source: old.password, sourceForm: old.passwordForm, ...next }
  await callApi({ method: 'PUT', path: '/auth/users/me/password', body, answer: MessageAnswer })
}

/** Shows the picture that the server has now; null for none. */
export async function keepAvatar(url: string | null): Promise<void> {
  const session = currentSession()
  if (session.state === 'signed-in') await keepProfile({ ...session.user, avatar: url })
}

/** Shows the cover that the server has now. */
export async function keepCover(url: string): Promise<void> {
  const session = currentSession()
  if (session.state === 'signed-in') await keepProfile({ ...session.user, cover: url })
}

export async function removeAvatar(): Promise<void> {
  await callApi({ method: 'DELETE', path: '/users/avatar', answer: Done })
  await keepAvatar(null)
}
