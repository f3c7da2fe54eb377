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

test('a payment whose pay page is open has an answer, and the same wish is the same payment for 25 minutes', () => {
  let now = Date.now()
  const attempts = attemptsOf(account, () => now)
  const id = attempts.begin('tip', '50')
  expect(attempts.isOpen(id)).toBe(false)
  attempts.open(id, 'page')
  expect([attempts.isOpen(id), attempts.of('tip')]).toEqual([true, []])
  now += 25 * 60_000 - 1
  expect(attempts.begin('tip', '50')).toBe(id)
  now += 1
  expect(attempts.begin('tip', '50')).not.toBe(id)
})

test('a page that opens takes the place of the open page of its scope, and of no unanswered payment', () => {
  const attempts = attemptsOf(account)
  const [first, other, unanswered] = [
    attempts.begin('tip', '50'),
    attempts.begin('gift', '50'),
    attempts.begin('tip', '9'),
  ]
  attempts.open(first, 'first')
  attempts.open(other, 'other')
  const second = attempts.begin('tip', '20')
  attempts.open(second, 'second')
  expect([first, other, second].map((id) => attempts.isOpen(id))).toEqual([false, true, true])
  expect(attempts.of('tip').map(({ _id }) => _id)).toEqual([unanswered])
  attempts.endCheckout('second')
  expect([other, second].map((id) => attempts.isOpen(id))).toEqual([true, false])
})
