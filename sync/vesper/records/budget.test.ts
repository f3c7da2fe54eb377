import { expect, test } from 'vitest'
import { leftOf, limitsAt, NO_BUDGET, RAISE_MS, withLimits } from './budget.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const none = { day: null, month: null, creator: null }

test('a first limit and a lower one hold at once', () => {
  const first = withLimits(NO_BUDGET, { ...none, day: 2000 }, NOW)
  expect(first).toEqual({ limits: { ...none, day: 2000 }, raises: {} })
  expect(withLimits(first, { ...none, day: 500 }, NOW)).toEqual({ limits: { ...none, day: 500 }, raises: {} })
})

test('a higher limit, and none, hold after 24 hours', () => {
  const before = { limits: { day: 2000, month: 5000, creator: null }, raises: {} }
  const raised = withLimits(before, { day: 3000, month: null, creator: null }, NOW)
  expect(raised.limits).toEqual(before.limits)
  expect(limitsAt(raised, later(RAISE_MS - 1))).toEqual(before.limits)
  expect(limitsAt(raised, later(RAISE_MS + 1000))).toEqual({ day: 3000, month: null, creator: null })
})

test('the limit that holds withdraws a raise, a lower one holds at once, and the same raise keeps its time', () => {
  const before = { limits: { ...none, day: 2000 }, raises: {} }
  const raised = withLimits(before, { ...none, day: 3000 }, NOW)
  expect(withLimits(raised, { ...none, day: 3000 }, later(1000))).toEqual(raised)
  expect(withLimits(raised, { ...none, day: 4000 }, later(1000)).raises.day?.at).toBe(
    later(RAISE_MS + 1000).toISOString(),
  )
  expect(withLimits(raised, { ...none, day: 2000 }, later(1000))).toEqual(before)
  expect(withLimits(raised, { ...none, day: 1000 }, later(1000))).toEqual({
    ...{ limits: { ...none, day: 1000 }, raises: {} },
  })
})

test('a raise that has taken effect is the limit that the next change starts from', () => {
  const raised = withLimits({ limits: { ...none, day: 2000 }, raises: {} }, { ...none, day: 3000 }, NOW)
  const after = withLimits(raised, { ...none, day: 2500 }, later(RAISE_MS + 1000))
  expect(after).toEqual({ limits: { ...none, day: 2500 }, raises: {} })
})

test('the amount that is left begins anew with a day and a month of UTC', () => {
  const spent = { day: { of: '2026-11-28', cents: 1650 }, month: { of: '2026-11', cents: 4000 } }
  const budget = { version: 1, limits: { day: 2000, month: 5000, creator: null }, raises: {}, spent }
  expect(leftOf(budget, NOW)).toEqual({ day: 350, month: 1000 })
  expect(leftOf(budget, new Date('2026-11-29T00:00:00.000Z'))).toEqual({ day: 2000, month: 1000 })
  expect(leftOf(budget, new Date('2026-12-01T00:00:00.000Z'))).toEqual({ day: 2000, month: 5000 })
})
