// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { removeCookie, writeCookie } from './session-cookie.ts'
import { currentSession, restoreSession } from './session.ts'
import { readSession } from './stored-session.ts'

const stored = {
  ...{ token: 'token-1', remember: true, needsAuth: false },
  user: { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' },
}
/** The milliseconds that reading the record takes; a lower limit gives up earlier. */
let needed = 0

vi.mock('./stored-session.ts', () => ({
  readSession: vi.fn((limitMs = 3_000) =>
    limitMs < needed ? Promise.reject(new Error('No answer')) : Promise.resolve(stored),
  ),
}))

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.mocked(readSession).mockClear()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
  removeCookie()
})

test('a record that a slow device does not read in time is read again while the cookie is there', async () => {
  needed = 10_000
  writeCookie('token-1', true)
  await restoreSession()
  expect(currentSession()).toMatchObject({ state: 'signed-in', token: 'token-1' })
})

test('a storage that never answers is given up, at once where no cookie speaks of a session', async () => {
  needed = Infinity
  await restoreSession()
  expect(readSession).toHaveBeenCalledOnce()
  writeCookie('token-1', true)
  await restoreSession()
  expect(currentSession()).toEqual({ state: 'signed-out' })
  expect(vi.mocked(readSession).mock.calls.length).toBeLessThan(6)
})
