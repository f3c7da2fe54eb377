// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { isIos } from '../../core/page/is-standalone.ts'
import { askToInstall, hasInstallPrompt, keepInstallPrompt, rememberDismissal, wasDismissed } from './install-prompt.ts'

const DAY_MS = 24 * 60 * 60 * 1000

afterEach(() => localStorage.clear())

test('the browser’s offer is kept for a better moment, and made once', async () => {
  keepInstallPrompt()
  const prompt = vi.fn(() => Promise.resolve())
  const event = new Event('beforeinstallprompt', { cancelable: true })
  dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: 'accepted' }) }))
  expect([event.defaultPrevented, hasInstallPrompt()]).toEqual([true, true])
  expect(await askToInstall()).toBe(true)
  expect([prompt.mock.calls.length, hasInstallPrompt(), await askToInstall()]).toEqual([1, false, false])
})

test('turned down, it is not offered for 30 days', () => {
  const now = Date.now()
  expect(wasDismissed(now)).toBe(false)
  rememberDismissal(now)
  expect(wasDismissed(now + 29 * DAY_MS)).toBe(true)
  expect(wasDismissed(now + 31 * DAY_MS)).toBe(false)
  // The clock was a year ahead at the dismissal.
  expect(wasDismissed(now - 365 * DAY_MS)).toBe(false)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 15)', 5, false],
])('%s with %i touch points is iOS: %s', (agent, points, ios) => {
  expect(isIos(agent, points)).toBe(ios)
})
