// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabForms } from '../forms/form-draft-storage.ts'
import { beginScope } from './current-scope.ts'
import { intentionFor, keepForAccount, keepIntention, leadTo, pathKeptFor, takeIntention } from './intention.ts'

const ines = { purpose: 'follow', id: 'id-ines', name: 'Ines', path: '/ines' } as const
const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  tabForms.clear()
  localStorage.clear()
  beginScope({ state: 'signed-out' })
})
afterEach(() => vi.useRealTimers())

test('is found on the way back to its page, and taken there once', () => {
  keepIntention(ines)
  expect(intentionFor('/ines')).toEqual(ines)
  logInAs('fan', '/ines')
  expect([takeIntention('follow', 'id-ines'), takeIntention('follow', 'id-ines')]).toEqual([true, false])
})

test('is no other creator’s, and no other page’s', () => {
  keepIntention(ines)
  expect([intentionFor('/mara'), intentionFor(undefined)]).toEqual([null, null])
  logInAs('fan', '/ines')
  expect(takeIntention('follow', 'id-mara')).toBe(false)
  expect(takeIntention('follow', 'id-ines')).toBe(true)
})

test('is dropped by a login that leads elsewhere', () => {
  keepIntention(ines)
  logInAs('fan', '/home')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('is nobody’s who signs in from another tab, and no other account’s than that of the login', () => {
  keepIntention(ines)
  signIn('fan')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
  logInAs('fan', '/ines')
  signIn('another')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
  beginScope({ state: 'signed-out' })
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('is kept for half an hour', () => {
  keepIntention(ines)
  logInAs('fan', '/ines')
  vi.advanceTimersByTime(30 * MINUTE_MS)
  expect([intentionFor('/ines'), takeIntention('follow', 'id-ines')]).toEqual([null, false])
  keepIntention(ines)
  vi.advanceTimersByTime(30 * MINUTE_MS - 1)
  expect(intentionFor('/ines')).toEqual(ines)
  logInAs('fan', '/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(true)
})

test('a login after half an hour leads to nothing more than the page', () => {
  keepIntention(ines)
  vi.advanceTimersByTime(30 * MINUTE_MS)
  logInAs('fan', '/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('is nothing on a device whose clock was set back', () => {
  keepIntention(ines)
  vi.setSystemTime(Date.now() - 1)
  expect(intentionFor('/ines')).toBeNull()
})

test('an address alone means nothing: without a tap nobody is followed', () => {
  logInAs('fan', '/ines')
  expect(intentionFor('/ines')).toBeNull()
  expect(takeIntention('follow', 'id-ines')).toBe(false)
  tabForms.write('intention', { id: 'id-ines', purpose: 'follow', at: Date.now() })
  expect(intentionFor('/ines')).toBeNull()
})

test('is taken for its own purpose alone, and an unknown purpose is none', () => {
  keepIntention({ ...ines, purpose: 'buy' })
  logInAs('fan', '/ines')
  expect([takeIntention('follow', 'id-ines'), takeIntention('subscribe', 'id-ines')]).toEqual([false, false])
  expect(takeIntention('buy', 'id-ines')).toBe(true)
  tabForms.write('intention', { ...ines, purpose: 'pay', at: Date.now() })
  expect(intentionFor('/ines')).toBeNull()
})

test('waits for the account that was made here, which takes it once in another tab', () => {
  keepIntention(ines)
  keepForAccount('fan', '/ines')
  inAnotherTab()
  expect([pathKeptFor('fan'), intentionFor('/ines')]).toEqual(['/ines', null])
  logInAs('fan', '/ines')
  expect([takeIntention('follow', 'id-ines'), takeIntention('follow', 'id-ines')]).toEqual([true, false])
  inAnotherTab()
  logInAs('fan', '/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
})

test('waits for no other account, which cannot take it away either', () => {
  keepIntention(ines)
  keepForAccount('fan', '/ines')
  inAnotherTab()
  expect(pathKeptFor('another')).toBeNull()
  logInAs('another', '/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
  logInAs('fan', '/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(true)
})

test('waits half an hour from the sign-up, and what was not taken by then goes', () => {
  keepIntention(ines)
  vi.advanceTimersByTime(30 * MINUTE_MS - 1)
  keepForAccount('fan', '/ines')
  vi.advanceTimersByTime(30 * MINUTE_MS - 1)
  expect(pathKeptFor('fan')).toBe('/ines')
  vi.advanceTimersByTime(1)
  expect(pathKeptFor('fan')).toBeNull()
  inAnotherTab()
  logInAs('fan', '/ines')
  expect(takeIntention('follow', 'id-ines')).toBe(false)
  keepIntention(ines)
  keepForAccount('fan', '/ines')
  vi.advanceTimersByTime(30 * MINUTE_MS)
  keepForAccount('another', '/home')
  expect(localStorage).toHaveLength(0)
})

test('that waits is of its page alone, and goes with the login that leads elsewhere', () => {
  keepIntention(ines)
  keepForAccount('fan', '/home')
  expect(pathKeptFor('fan')).toBeNull()
  keepForAccount('fan', '/ines')
  inAnotherTab()
  logInAs('fan', '/home')
  expect([takeIntention('follow', 'id-ines'), pathKeptFor('fan')]).toEqual([false, null])
})

/** The tab before may have been closed. */
function inAnotherTab(): void {
  tabForms.clear()
}

function signIn(_id: string): void {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id } as Profile })
}

/** As a login of this tab does that leads to `address`. */
function logInAs(account: string, address: string): void {
  leadTo(address, account)
  signIn(account)
}
