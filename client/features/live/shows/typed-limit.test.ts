// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetLeftPayments, leftPaymentsOf } from '../../../entities/payments/top-up/left-payments.ts'
import { leavingWithLimit, typedLimit } from './typed-limit.ts'

beforeEach(() => localStorage.clear())

test('a limit that was typed is there after a top-up, of this account and this page alone, until the show is asked for', () => {
  leftPaymentsOf('me').keep({ ...leavingWithLimit('/live/mara', '250'), orderId: 'o', checkoutId: 'c', state: 'paid' })
  expect(typedLimit('me', '/live/mara')).toBe('250')
  expect([typedLimit('me', '/live/ines'), typedLimit('you', '/live/mara')]).toEqual([null, null])
  forgetLeftPayments('me', '/live/mara')
  expect(typedLimit('me', '/live/mara')).toBeNull()
})

test('a top-up without a typed limit keeps none', () => {
  leftPaymentsOf('me').keep(leavingWithLimit('/live/mara', null))
  expect(typedLimit('me', '/live/mara')).toBeNull()
})
