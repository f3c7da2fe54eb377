// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countTransfers, mediaBytes } from './count-transfers.ts'
import { DataBudget, MEGABYTE } from './data-budget.ts'

const clock = { now: Date.parse('2026-11-28T14:00:00Z') }
const open = (timeZone = 'Asia/Tokyo') => new DataBudget({ now: () => clock.now, timeZone })

beforeEach(() => {
  localStorage.clear()
  clock.now = Date.parse('2026-11-28T14:00:00Z')
})
afterEach(() => void vi.unstubAllGlobals())

test('without a limit nothing is ever spent, and bytes are counted all the same', () => {
  const budget = open()
  budget.count(900 * MEGABYTE)
  expect(budget.state()).toEqual({ limit: 0, used: 900 * MEGABYTE, isSpent: false })
})

test('the limit is reached at its last byte, told once, and gone at midnight of the device', () => {
  const budget = open()
  budget.setLimit(200)
  const told = vi.fn()
  const stop = budget.subscribe(told)
  budget.count(200 * MEGABYTE - 1)
  expect(budget.state().isSpent).toBe(false)
  budget.count(1)
  expect([budget.state().isSpent, told.mock.calls.length]).toEqual([true, 2])
  clock.now = Date.parse('2026-11-28T14:59:59Z')
  budget.look()
  expect(budget.state().isSpent).toBe(true)
  clock.now = Date.parse('2026-11-28T15:00:00Z')
  budget.look()
  expect(budget.state()).toEqual({ limit: 200, used: 0, isSpent: false })
  stop()
})

test('lifted, the rest of the day is free, and the next day has its limit again', () => {
  const budget = open()
  budget.setLimit(1)
  budget.count(2 * MEGABYTE)
  budget.lift()
  budget.count(MEGABYTE)
  expect(budget.state()).toEqual({ limit: 1, used: 3 * MEGABYTE, isSpent: false })
  clock.now += 86_400_000
  budget.count(MEGABYTE)
  expect(budget.state().isSpent).toBe(true)
})

test('tabs count into one number, and hear of each other', () => {
  const [one, other] = [open(), open()]
  one.setLimit(1)
  const told = vi.fn()
  const stop = other.subscribe(told)
  one.count(600_000)
  other.count(400_000)
  expect(other.state().isSpent).toBe(true)
  one.lift()
  dispatchEvent(new Event('storage'))
  expect([other.state().isSpent, told.mock.calls.length]).toEqual([false, 2])
  stop()
})

test('values that are no numbers count as none', () => {
  localStorage.setItem('vesper-data-limit', 'much')
  localStorage.setItem('vesper-data-used', '{"day":"yesterday"}')
  expect(open().state()).toEqual({ limit: 0, used: 0, isSpent: false })
})

test('only media that came over the line are counted, also those before the count began', () => {
  const transfers = [
    { name: 'https://site.test/media/1/original?s=x', transferSize: 5_000 },
    { name: 'https://site.test/media/2/thumbnail', transferSize: 0 },
    { name: 'https://site.test/assets/app.js', transferSize: 90_000 },
    { name: 'blob:https://site.test/1', transferSize: 7 },
    { name: 'https://site.test/media/3/full' },
  ]
  expect(mediaBytes(transfers)).toBe(5_000)
  const observe = vi.fn()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(hear: (list: { getEntries: () => unknown[] }) => void) {
        hear({ getEntries: () => transfers })
      }
      observe = observe
      disconnect() {}
    },
  )
  const budget = open()
  countTransfers(budget)
  expect([budget.state().used, observe.mock.calls[0]]).toEqual([5_000, [{ type: 'resource', buffered: true }]])
})
