// @vitest-environment happy-dom
import type { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { lineBack } from '../../core/connection/model.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { $forcedLayout, $settings } from '../../core/settings/model.ts'
import { keepSettings } from './keep-settings.ts'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const settings = { currency: 'usd' } as PublicSettings

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
  beginScope({ state: 'signed-out' })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

test('settings that could not be read at the start are read when the connection is back, and then no more', async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new ConnectionError('away'))
  vi.mocked(callApi).mockResolvedValue(settings)
  keepSettings()
  await pass()
  expect(known()).toBeNull()
  lineBack()
  await pass()
  expect(known()).toEqual(settings)
  lineBack()
  await pass(120_000)
  expect(callApi).toHaveBeenCalledTimes(2)
})

test('a session that begins while the settings are read has them too', async () => {
  const late = Promise.withResolvers<unknown>()
  vi.mocked(callApi).mockReturnValueOnce(late.promise)
  vi.mocked(callApi).mockResolvedValue(settings)
  keepSettings()
  beginScope({ state: 'signed-out' })
  late.resolve(settings)
  await pass()
  expect(known()).toEqual(settings)
})

test('a site that was under maintenance opens by itself', async () => {
  vi.mocked(callApi).mockResolvedValueOnce({ ...settings, maintenance: true })
  vi.mocked(callApi).mockResolvedValue({ ...settings, maintenance: false })
  keepSettings()
  await pass()
  expect(currentScope().getState($forcedLayout)).toBe('maintenance')
  await pass(30_000)
  expect(currentScope().getState($forcedLayout)).toBeNull()
  await pass(120_000)
  expect(callApi).toHaveBeenCalledTimes(2)
})

const known = () => currentScope().getState($settings)

async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}
