// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { attemptsOf } from './payment-attempts.ts'

const account = '0190a5a0-0000-7000-8000-000000000000'

afterEach(() => localStorage.clear())

test('a payment has one id until it is answered', () => {
  const attempts = attemptsOf(account)
  const id = attempts.begin('tip', '50')
  expect(attemptsOf(account).begin('tip', '50')).toBe(id)
  expect(attempts.begin('tip', '20')).not.toBe(id)
  expect(attempts.begin('other', '50')).not.toBe(id)
  attempts.end(id)
  expect(attempts.begin('tip', '50')).not.toBe(id)
})

test('a payment without an answer is taken up for an hour, by its own account', () => {
  let now = Date.now()
  const attempts = attemptsOf(account, () => now)
  const id = attempts.begin('tip', '50')
  expect(attemptsOf('0190a5a0-0000-7000-8000-000000000001', () => now).of('tip')).toEqual([])
  now += 59 * 60_000
  expect(attempts.begin('tip', '50')).toBe(id)
  now += 2 * 60_000
  expect(attempts.begin('tip', '50')).not.toBe(id)
})

test('text in the storage that is no attempt is no attempt', () => {
  localStorage.setItem(`vesper-payments:${account}`, '[{"scope":1}]')
  expect(attemptsOf(account).of('tip')).toEqual([])
})
