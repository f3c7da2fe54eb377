// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { accountKey, removeAccountKeys, storeJson } from '../../../core/storage/stored-values.ts'
import { forgetLeftPayments, isComing, leftPaymentsOf } from './left-payments.ts'

const content = { type: 'feed', id: 'post', ownerId: 'ines', price: 30 } as const
const post = { by: 'buy', content, page: '/posts/post' } as const
const HOUR = 60 * 60 * 1000

beforeEach(() => localStorage.clear())

test('a payment is found by its order, by its checkout and by its page, in any tab of the account alone', () => {
  leftPaymentsOf('kit').keep({ ...post, orderId: 'order' })
  leftPaymentsOf('kit').change('order', { checkoutId: 'checkout', state: 'opened' })
  const kept = leftPaymentsOf('kit').ofPage('/posts/post')
  expect(kept).toMatchObject({ ...post, orderId: 'order', checkoutId: 'checkout', state: 'opened' })
  expect(leftPaymentsOf('kit').ofOrder('order')).toEqual(kept)
  expect(leftPaymentsOf('kit').ofCheckout('checkout')).toEqual(kept)
  expect(leftPaymentsOf('lou').ofCheckout('checkout')).toBeNull()
  expect(leftPaymentsOf('kit').ofCheckout(undefined)).toBeNull()
})

test('two payments of two tabs stand beside each other, and one page leaves one that has no order', () => {
  const left = leftPaymentsOf('kit')
  left.keep({ ...post, orderId: 'a' })
  left.keep({ ...post, page: '/posts/b', orderId: 'b' })
  left.keep({ ...post, page: '/posts/b' })
  left.keep({ ...post, page: '/posts/b', by: 'page', content: null })
  expect([left.ofOrder('a')?.page, left.ofOrder('b')?.page]).toEqual(['/posts/post', '/posts/b'])
  expect(left.ofPage('/posts/b')).toMatchObject({ by: 'page', orderId: null })
  forgetLeftPayments('kit', '/posts/b')
  expect([left.ofOrder('a')?.page, left.ofOrder('b')]).toEqual(['/posts/post', null])
})

test.each([
  [HOUR - 1, true],
  [HOUR, false],
])('%i ms after it was left, a payment leads back: %s', (later, leads) => {
  leftPaymentsOf('kit', () => 1_000).keep(post)
  expect(leftPaymentsOf('kit', () => 1_000 + later).ofPage('/posts/post') !== null).toBe(leads)
})

test('one from a clock that was set back leads nowhere', () => {
  leftPaymentsOf('kit', () => 1_000).keep(post)
  expect(leftPaymentsOf('kit', () => 999).ofPage('/posts/post')).toBeNull()
})

test.each([
  ['another site', { page: '//evil.example/x' }],
  ['the login', { page: '/auth/login' }],
  ['no page', { page: 'posts/post' }],
  ['an unknown sheet', { by: 'give' }],
  ['an unknown thing', { content: { ...content, type: 'wallet' } }],
  ['another state', { state: 'done' }],
])('what was written by hand with %s is dropped, and the others stay', (_, change) => {
  const whole = { ...post, orderId: 'good', checkoutId: null, state: 'asked', at: Date.now() }
  storeJson(accountKey('left-payments', 'kit'), [{ ...whole, orderId: 'bad', ...change }, whole, 'x'])
  const left = leftPaymentsOf('kit')
  expect([left.ofOrder('bad'), left.ofOrder('good')?.page]).toEqual([null, '/posts/post'])
})

test('logging out takes them along', () => {
  leftPaymentsOf('kit').keep(post)
  removeAccountKeys('kit')
  expect(leftPaymentsOf('kit').ofPage('/posts/post')).toBeNull()
})

test.each([
  [59_999, true],
  [60_000, false],
])('%i ms after they were paid, tokens are on their way: %s', (later, isOnItsWay) => {
  expect(isComing({ state: 'paid', at: 1_000 }, 1_000 + later)).toBe(isOnItsWay)
  expect(isComing({ state: 'returned', at: 1_000 }, 1_000 + later)).toBe(false)
})
