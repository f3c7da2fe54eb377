// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './wait-for-idle.ts'

let receive: () => void
let isObserved: boolean

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(notice: () => void) {
        receive = notice
      }
      observe() {
        isObserved = true
      }
      disconnect() {
        isObserved = false
      }
    },
  )
})
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Milliseconds until the page is quiet, when a file comes each `pauseMs` until `lastMs`. */
async function quietAfter({ pauseMs, lastMs }: { pauseMs: number; lastMs: number }): Promise<number> {
  const start = Date.now()
  let at: number | null = null
  void whenQuiet().then(() => (at = Date.now()))
  for (let passed = 0; at === null && passed < 60_000; passed += 100) {
    await vi.advanceTimersByTimeAsync(100)
    if (at === null && passed < lastMs && passed % pauseMs === 0) receive()
  }
  return (at ?? Infinity) - start
}

test('a page without files is quiet after two seconds', async () => {
  expect(await quietAfter({ pauseMs: 1, lastMs: 0 })).toBe(2_000)
  expect(isObserved).toBe(false)
})

test('each file begins the two seconds again', async () => {
  expect(await quietAfter({ pauseMs: 1_000, lastMs: 5_000 })).toBe(6_100)
})

test('a page that is never quiet is waited for no longer than ten seconds', async () => {
  expect(await quietAfter({ pauseMs: 500, lastMs: 50_000 })).toBe(10_000)
  expect(isObserved).toBe(false)
})

test('a file that takes longer than two seconds is waited for', async () => {
  const picture = document.body.appendChild(document.createElement('img'))
  const isComplete = vi.spyOn(picture, 'complete', 'get').mockReturnValue(false)
  setTimeout(() => isComplete.mockReturnValue(true), 5_000)
  expect(await quietAfter({ pauseMs: 1, lastMs: 0 })).toBe(6_000)
})

test('a part of the page that waits for its content is waited for, no longer than ten seconds', async () => {
  document.body.innerHTML = '<main aria-busy="true"></main>'
  expect(await quietAfter({ pauseMs: 1, lastMs: 0 })).toBe(10_000)
})

test('a page that its user leaves is waited for no longer', async () => {
  setTimeout(() => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  }, 500)
  expect(await quietAfter({ pauseMs: 1, lastMs: 0 })).toBe(500)
  expect(isObserved).toBe(false)
})
