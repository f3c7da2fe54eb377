import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { expect, test } from 'vitest'
import { judge } from './guard.ts'
import type { Session } from './model.ts'

const fan = { _id: 'f', email: 'f@demo.test', username: 'fan1', isPerformer: false } as Profile
const performer = { ...fan, _id: 'p', username: 'creator1', isPerformer: true }
const signedOut: Session = { state: 'signed-out' }
const signedIn = (user: Profile): Session => ({ state: 'signed-in', token: 't', remember: true, user })
const needsAuth: Session = { state: 'needs-auth', user: fan, remember: true }

test.each([
  ['a visitor', signedOut, { allow: false, to: '/auth/login', because: 'login' }],
  ['an ended session', needsAuth, { allow: false, to: '/auth/login', because: 'login' }],
  ['a fan', signedIn(fan), { allow: true }],
  ['a performer', signedIn(performer), { allow: true }],
] as const)('a page with `authenticate`, seen by %s', (_, session, verdict) => {
  expect(judge({ authenticate: true }, session)).toEqual(verdict)
})

test.each([
  ['a visitor', signedOut, { allow: false, to: '/auth/login', because: 'login' }],
  ['a fan', signedIn(fan), { allow: false, to: '/home', because: 'role' }],
  ['a performer', signedIn(performer), { allow: true }],
] as const)('a page with `onlyPerformer`, seen by %s', (_, session, verdict) => {
  expect(judge({ onlyPerformer: true }, session)).toEqual(verdict)
})

test('a fan comes to the page that fans have instead, where a page of performers names one', () => {
  const page = { onlyPerformer: true, fans: '/live' }
  expect(judge(page, signedIn(fan))).toEqual({ allow: false, to: '/live', because: 'role' })
  expect(judge(page, signedIn(performer))).toEqual({ allow: true })
})

test('somebody signed in goes on from a page for visitors, unless it has `noredirect`', () => {
  expect(judge({ layout: 'public' }, signedIn(performer))).toEqual({
    allow: false,
    to: '/creator1',
    because: 'signed-in',
  })
  expect(judge({ layout: 'public', noredirect: true }, signedIn(fan))).toEqual({ allow: true })
})

test('the login page is open to visitors and after a session has ended', () => {
  expect(judge({ layout: 'public' }, signedOut)).toEqual({ allow: true })
  expect(judge({ layout: 'public' }, needsAuth)).toEqual({ allow: true })
})
