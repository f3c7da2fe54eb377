import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { expect, test } from 'vitest'
import { accountSearch, postLoginDestination, safeReturn, wayOn } from './post-login-destination.ts'

const user = (given: Partial<Profile>) =>
  ({ _id: 'id-1', email: 'a@b.test', username: 'name', isPerformer: false, ...given }) as Profile

test.each([
  [{}, '/home'],
  [{ email: null }, '/user/account'],
  [{ username: null }, '/user/account'],
  [{ isPerformer: true }, '/name'],
  [{ isPerformer: true, email: null }, '/creator/account'],
  [{ isPerformer: true, username: null }, '/creator/account'],
])('%o starts at %s', (given, address) => {
  expect(postLoginDestination(user(given))).toBe(address)
})

test.each([
  ['/messages/1?x=2', '/messages/1?x=2'],
  ['//evil.test', null],
  ['https://evil.test', null],
  ['/\\evil.test', null],
  ['/\t/evil.test', null],
  ['/\n/evil.test', null],
  ['javascript:alert(1)', null],
  ['/.//evil.test', null],
  ['/..//evil.test', null],
  ['/a/..//evil.test', null],
  ['/%2e//evil.test', null],
  ['/auth/login', null],
  ['/./auth/login', null],
  ['/a/../messages/1?x=2#y', '/messages/1?x=2#y'],
  ['/search?q=//a', '/search?q=//a'],
  [undefined, null],
])('the way back to %s is %s', (address, safe) => {
  expect(safeReturn(address)).toBe(safe)
})

test.each([
  ['nobody', null, '/messages/1'],
  ['the same account', 'id-1', '/messages/1'],
  ['another account', 'id-2', '/home'],
])('where the session that had ended was of %s, a login leads on as it should', (_who, expected, address) => {
  expect(wayOn(user({}), '/messages/1', expected)).toBe(address)
})

test.each([
  ['security', 'security'],
  ['prices', 'prices'],
  ['no such tab', undefined],
  [undefined, undefined],
])('an address of the account with the tab %s shows %s', (tab, shown) => {
  expect(accountSearch({ tab })).toEqual({ tab: shown })
})
