import { afterEach, expect, test, vi } from 'vitest'
import { $reached, serverMissed } from '../../core/connection/model.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { listenToBrowser } from './listen-to-browser.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a server that did not answer is there again once its own answer comes, and by no page of the network', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => {} }))
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { dataset: {} } })
  beginScope({ state: 'signed-out' })
  listenToBrowser()
  emit(serverMissed, undefined)
  const isReachedBy = async (text: string) => {
    vi.stubGlobal('fetch', async () => new Response(text))
    await vi.advanceTimersByTimeAsync(6_000)
    return currentScope().getState($reached)
  }
  for (const page of ['<html>Please log in</html>', '{}', 'null', '']) expect(await isReachedBy(page)).toBe(false)
  expect(await isReachedBy('{"status":"ok"}')).toBe(true)
})
