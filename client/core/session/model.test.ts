import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { $session, profileChanged, sessionOf, tokenRefused } from './model.ts'
import type { Session } from './model.ts'

const user = { _id: 'u', name: 'Ada' } as Profile
const signedIn: Session = { state: 'signed-in', token: 'now', remember: true, user }
const stored = { token: 'now', remember: true, user, needsAuth: false }
const inScope = () => fork({ values: [[$session, signedIn]] })

test('a refused token parks the session and keeps who it was', async () => {
  const scope = inScope()
  await allSettled(tokenRefused, { scope, params: 'now' })
  expect(scope.getState($session)).toEqual({ state: 'needs-auth', user, remember: true })
})

test('a refusal of an older token changes nothing', async () => {
  const scope = inScope()
  await allSettled(tokenRefused, { scope, params: 'before' })
  expect(scope.getState($session)).toBe(signedIn)
})

test("another account's profile is not taken for the own one", async () => {
  const scope = inScope()
  await allSettled(profileChanged, { scope, params: { ...user, _id: 'other' } })
  expect(scope.getState($session)).toBe(signedIn)
})

test('only the answer of the server ends a session', () => {
  expect(sessionOf(stored)).toEqual({ ...signedIn })
  expect(sessionOf({ ...stored, remember: false })).toEqual({ ...signedIn, remember: false })
  expect(sessionOf({ ...stored, needsAuth: true })).toEqual({ state: 'needs-auth', user, remember: true })
  expect(sessionOf(null)).toEqual({ state: 'signed-out' })
})
