// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { tabForms } from '../forms/form-draft-storage.ts'
import { currentScope } from './current-scope.ts'
import { rotateToken } from './rotate-token.ts'
import { readCookie, removeCookie, writeCookie } from './session-cookie.ts'
import {
  currentSession,
  followOtherTabs,
  forgetSession,
  keepProfile,
  onTokenRefused,
  laterToken,
  refuseToken,
  restoreSession,
  startSession,
} from './session.ts'
import { changeSession, readSession, removeSession, writeSession } from './stored-session.ts'

const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile
const answer = { token: 'token-1', user }

beforeEach(async () => {
  removeCookie()
  await removeSession()
  await restoreSession()
})

test('a login is durable, and a start finds it without asking anybody', async () => {
  await startSession(answer, true)
  expect(await readSession()).toEqual({ ...answer, remember: true, needsAuth: false })
  await restoreSession()
  expect(currentSession()).toEqual({ state: 'signed-in', remember: true, ...answer })
})

test('a session for a day outlives a clock that runs ten years ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    await startSession(answer, false)
    vi.setSystemTime(Date.now() + 10 * 365 * 86_400_000)
    await restoreSession()
    expect(currentSession()).toEqual({ state: 'signed-in', remember: false, ...answer })
  } finally {
    vi.useRealTimers()
  }
})

test('a lost cookie comes back from the session database', async () => {
  await startSession(answer, true)
  removeCookie()
  await restoreSession()
  expect(readCookie()).toBe('token-1')
})

test('each login and logout begins a scope of its own', async () => {
  const before = currentScope()
  await startSession(answer, false)
  const during = currentScope()
  await forgetSession()
  expect(new Set([before, during, currentScope()]).size).toBe(3)
})

test('a refused token outlives a reload as an ended session, and its cookie is gone', async () => {
  await startSession(answer, true)
  await Promise.all([refuseToken('token-1'), refuseToken('token-1')])
  expect(readCookie()).toBeNull()
  await restoreSession()
  expect(currentSession()).toEqual({ state: 'needs-auth', user, remember: true })
})

test('the page hears once of a refused token, whoever finds out', async () => {
  const listener = vi.fn()
  onTokenRefused(listener)
  await startSession(answer, true)
  await Promise.all([refuseToken('token-1'), refuseToken('token-1'), refuseToken('token-0')])
  expect(listener).toHaveBeenCalledOnce()
})

test('a logout in another tab takes what was typed in this one along', async () => {
  await startSession(answer, true)
  tabForms.write('profile-u', { name: 'Ada L.' })
  await removeSession()
  const followed = new Promise<void>((resolve) => followOtherTabs(resolve))
  new BroadcastChannel('vesper-session').postMessage('changed')
  await followed
  expect([currentSession(), tabForms.read('profile-u')]).toEqual([{ state: 'signed-out' }, {}])
})

test('a late note of a tab cannot bring back a session that another tab has ended or replaced', async () => {
  await startSession(answer, true)
  await removeSession()
  await Promise.all([keepProfile({ ...user, name: 'Ada L.' }), refuseToken('token-1')])
  expect(await readSession()).toBeNull()

  await startSession(answer, true)
  const renewed = { ...answer, token: 'token-2', remember: true, needsAuth: false }
  await writeSession(renewed)
  writeCookie('token-2', true)
  await keepProfile({ ...user, name: 'Ada L.' })
  await refuseToken('token-1')
  expect([await readSession(), readCookie()]).toEqual([renewed, 'token-2'])
})

test('the profile is kept, and does not make an ended session hold again', async () => {
  await startSession(answer, true)
  await keepProfile({ ...user, name: 'Ada L.' })
  expect((await readSession())?.user.name).toBe('Ada L.')
  await changeSession('token-1', { needsAuth: true })
  await keepProfile({ ...user, name: 'Ada' })
  expect(await readSession()).toMatchObject({ needsAuth: true, user: { name: 'Ada' } })
})

test('nothing of a session is left after it is forgotten', async () => {
  await startSession(answer, true)
  await forgetSession()
  expect([await readSession(), readCookie(), currentSession()]).toEqual([null, null, { state: 'signed-out' }])
})

/** Tokens of one session, as a step-up numbers them. */
const tokenOf = (gen: number, sid = 's') => `x.${btoa(JSON.stringify({ sid, gen, sub: 'u' })).replaceAll('=', '')}.x`

test('the next token of a session is kept, without a new scope', async () => {
  await startSession({ token: tokenOf(0), user }, true)
  const scope = currentScope()
  await rotateToken(tokenOf(1))
  expect([(await readSession())?.token, readCookie()]).toEqual([tokenOf(1), tokenOf(1)])
  expect(currentSession()).toMatchObject({ state: 'signed-in', token: tokenOf(1) })
  expect(currentScope()).toBe(scope)
})

test('an earlier token, and one of another session, replace nothing', async () => {
  await startSession({ token: tokenOf(2), user }, true)
  for (const token of [tokenOf(1), tokenOf(3, 'other'), 'token']) await rotateToken(token)
  expect([(await readSession())?.token, readCookie()]).toEqual([tokenOf(2), tokenOf(2)])
})

test('a tab whose token another tab has replaced takes the later one, and is not signed out', async () => {
  await startSession({ token: tokenOf(0), user }, true)
  await writeSession({ token: tokenOf(1), user, remember: true, needsAuth: false })
  await refuseToken(tokenOf(0))
  expect(currentSession()).toMatchObject({ state: 'signed-in', token: tokenOf(1) })
  expect(await laterToken(tokenOf(0))).toBe(tokenOf(1))
  await refuseToken(tokenOf(1))
  expect(currentSession()).toMatchObject({ state: 'needs-auth' })
})

test('a cookie of an earlier token is renewed at the start', async () => {
  await startSession({ token: tokenOf(1), user }, true)
  writeCookie(tokenOf(0), true)
  await restoreSession()
  expect(readCookie()).toBe(tokenOf(1))
})
