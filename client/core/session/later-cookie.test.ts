// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { readCookie, removeCookie, writeCookie } from './session-cookie.ts'
import { currentSession, forgetSession, restoreSession, startSession } from './session.ts'
import { readSession } from './stored-session.ts'

const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile
/** A token of a session, as a step-up numbers them. */
const tokenOf = (gen: number, sid = 's') => `x.${btoa(JSON.stringify({ sid, gen, sub: 'u' })).replaceAll('=', '')}.x`

beforeEach(async () => {
  removeCookie()
  await forgetSession()
})

test('a later token that the cookie alone has is kept at the start, and goes into the record', async () => {
  await startSession({ token: tokenOf(1), user }, true)
  writeCookie(tokenOf(2), true)
  await restoreSession()
  expect(readCookie()).toBe(tokenOf(2))
  expect(currentSession()).toMatchObject({ state: 'signed-in', token: tokenOf(2) })
  await vi.waitFor(async () => expect((await readSession())?.token).toBe(tokenOf(2)))
})

test.each([
  ['an earlier token', tokenOf(0)],
  ['one of another session', tokenOf(3, 'other')],
  ['one that cannot be read', 'token'],
])('the record stands against %s in the cookie', async (_title, cookie) => {
  await startSession({ token: tokenOf(1), user }, true)
  writeCookie(cookie, true)
  await restoreSession()
  expect([readCookie(), (await readSession())?.token]).toEqual([tokenOf(1), tokenOf(1)])
})
