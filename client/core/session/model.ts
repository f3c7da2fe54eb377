import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { createEvent, createStore } from 'effector'
import type { StoredSession } from './stored-session.ts'

/**
 * Who uses the app, as this device knows it. `needs-auth`: the server no longer takes the token; what the account has
 * on this device is kept, and waits for the same account to sign in again.
 */
export type Session =
  | { state: 'signed-out' }
  | { state: 'signed-in'; token: string; remember: boolean; user: Profile }
  | { state: 'needs-auth'; user: Profile; remember: boolean }

/** Every scope begins with its session; a login or a logout begins a new scope. */
export const $session = createStore<Session>({ state: 'signed-out' })
export const $user = $session.map((session) => (session.state === 'signed-out' ? null : session.user))

/** The own profile has changed, here or elsewhere. */
export const profileChanged = createEvent<Profile>()
/** The server refused this token. A token that is no longer ours changes nothing. */
export const tokenRefused = createEvent<string>()
/** The next token of the same session. */
export const tokenReplaced = createEvent<string>()

$session
  .on(profileChanged, (session, user) =>
    session.state === 'signed-out' || session.user._id !== user._id ? session : { ...session, user },
  )
  .on(tokenReplaced, (session, token) => (session.state === 'signed-in' ? { ...session, token } : session))
  .on(tokenRefused, (session, token) =>
    session.state === 'signed-in' && session.token === token
      ? { state: 'needs-auth', user: session.user, remember: session.remember }
      : session,
  )

/** The session of a stored record. Only the server ends a session, since the clock of a device may be wrong. */
export function sessionOf(stored: StoredSession | null): Session {
  if (!stored) return { state: 'signed-out' }
  const { token, remember, user, needsAuth } = stored
  return needsAuth ? { state: 'needs-auth', user, remember } : { state: 'signed-in', token, remember, user }
}
