import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { callApi } from '../api/api.ts'
import { tabForms } from '../forms/form-draft-storage.ts'
import { beginScope, currentScope } from './current-scope.ts'
import { emit } from './emit-in-scope.ts'
import { isLaterToken } from './is-later-token.ts'
import { $session, $user, profileChanged, sessionOf, tokenRefused, tokenReplaced } from './model.ts'
import type { Session } from './model.ts'
import { isToken, readCookie, removeCookie, writeCookie } from './session-cookie.ts'
import { changeSession, readSession, removeSession, writeSession } from './stored-session.ts'
import type { StoredSession } from './stored-session.ts'

/** How long the storage is given to answer: then, where there is a session to be found, twice as long, and once more. */
const FIRST_LIMIT_MS = 3_000
const LONGEST_LIMIT_MS = 12_000

/** The tabs of this browser tell each other that the session has changed. */
export const tabs = new BroadcastChannel('vesper-session')
const whenRefused = new Set<(token: string) => void>()
const whenReplaced = new Set<() => void>()

export function currentSession(): Session {
  return currentScope().getState($session)
}

/** The user who is signed in here, also while the server wants the password again; null for a visitor. */
export function signedInUser(): Profile | null {
  return currentScope().getState($user)
}

/** Begins with what this device knows; asks the server only where the record is lost and the cookie is there. */
export async function restoreSession(): Promise<void> {
  const found = await findSession()
  const cookie = readCookie()
  const session = sessionOf(found && withLater(found, cookie))
  if (session.state === 'signed-in' && cookie !== session.token) writeCookie(session.token, session.remember)
  beginScope(session)
  if (!found && cookie) await rebuildFrom(cookie)
}

/** The record with the later token of its session where the cookie alone could be written: the former may be dead. */
function withLater(found: StoredSession, cookie: string | null): StoredSession {
  if (found.needsAuth || cookie === null || !isLaterToken(cookie, found.token)) return found
  void stored(changeSession(found.token, { token: cookie }))
  return { ...found, token: cookie }
}

/** Somebody has signed in: durable before it shows. */
export async function startSession(
  { token, user }: Pick<LoginAnswer, 'token' | 'user'>,
  remember: boolean,
): Promise<void> {
  writeCookie(token, remember)
  await stored(writeSession({ token, remember, user, needsAuth: false }))
  beginScope({ state: 'signed-in', token, remember, user })
  tabs.postMessage('changed')
}

/** A later token of the session than `token`, which the server refused: another tab may have stored one. Null for none. */
export async function laterToken(token: string): Promise<string | null> {
  const held = await readSession().catch(() => null)
  if (held && !held.needsAuth) takeToken(held.token)
  const session = currentSession()
  return session.state === 'signed-in' && isLaterToken(session.token, token) ? session.token : null
}

/** Makes the next token of the session this tab's; an earlier one changes nothing. */
export function takeToken(token: string): void {
  const session = currentSession()
  if (session.state !== 'signed-in' || !isLaterToken(token, session.token)) return
  writeCookie(token, session.remember)
  emit(tokenReplaced, token)
  for (const listener of whenReplaced) listener()
}

/** Calls back when the session has its next token. */
export function onTokenReplaced(listener: () => void): void {
  whenReplaced.add(listener)
}

/** The server no longer takes `token`. Many calls may find out at once; one of them changes something. */
export async function refuseToken(token: string): Promise<void> {
  if ((await laterToken(token)) !== null) return
  const session = currentSession()
  if (session.state !== 'signed-in' || session.token !== token) return
  emit(tokenRefused, token)
  // Another tab may have signed in since.
  if (readCookie() === token) removeCookie()
  await stored(changeSession(token, { needsAuth: true }))
  tabs.postMessage('changed')
  for (const listener of whenRefused) listener(token)
}

/** Calls back when this tab's token has been refused, whether a call, the engine or the socket found out. */
export function onTokenRefused(listener: (token: string) => void): void {
  whenRefused.add(listener)
}

/** Shows and keeps the own profile as the server, or the device, has it now. */
export async function keepProfile(user: Profile): Promise<void> {
  emit(profileChanged, user)
  const session = currentSession()
  if (session.state !== 'signed-in' || session.user._id !== user._id) return
  await stored(changeSession(session.token, { user }))
}

/** Nobody is signed in on this device any more; what the account had here is deleted by `logout.ts`. */
export async function forgetSession(): Promise<void> {
  removeCookie()
  await removeSession().catch((error: unknown) => console.warn('The session record could not be removed', error))
  beginScope({ state: 'signed-out' })
  tabs.postMessage('changed')
}

/** Follows a login, a logout or a refused token in another tab of this browser. */
export function followOtherTabs(onChanged: () => void): void {
  tabs.addEventListener('message', () => {
    void readSession().then((stored) => {
      const next = sessionOf(stored)
      if (next.state === 'signed-in') takeToken(next.token)
      if (sameSession(next, currentSession())) return
      // The tab that logs out cannot reach into this one.
      if (next.state === 'signed-out') tabForms.clear()
      beginScope(next)
      onChanged()
    })
  })
}

function sameSession(a: Session, b: Session): boolean {
  if (a.state === 'signed-in' && b.state === 'signed-in') return a.token === b.token
  return a.state === b.state && (a.state === 'signed-out' || b.state === 'signed-out' || a.user._id === b.user._id)
}

/** The record; null as well where it cannot be read. A slow device is given more time if its cookie speaks of a session. */
async function findSession(limitMs = FIRST_LIMIT_MS): Promise<StoredSession | null> {
  try {
    return await readSession(limitMs)
  } catch {
    return readCookie() && limitMs < LONGEST_LIMIT_MS ? findSession(limitMs * 2) : null
  }
}

async function rebuildFrom(token: string): Promise<void> {
  beginScope({ state: 'signed-out' })
  if (!isToken(token)) return removeCookie()
  try {
    const user = await callApi({ path: '/users/me', answer: Profile, token })
    await startSession({ token, user }, true)
  } catch (error) {
    // A dead token would be asked about at each start.
    if (error instanceof Refusal && error.kind === 'unauthenticated' && readCookie() === token) removeCookie()
    console.warn('The session could not be rebuilt from its cookie', error)
  }
}

/** A browser without storage keeps its session until the page is closed. */
async function stored(written: Promise<void>): Promise<void> {
  await written.catch((error: unknown) => console.warn('The session could not be kept', error))
}
