// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const started = vi.hoisted(() => vi.fn())
const page = vi.hoisted(() => ({ isIdle: Promise.withResolvers<void>() }))

vi.mock('./start-session-services.ts', () => ({ startSessionServices: started }))
vi.mock('../../core/page/wait-for-idle.ts', () => ({ whenIdle: () => page.isIdle.promise }))

beforeEach(() => {
  vi.resetModules()
  started.mockClear()
  page.isIdle = Promise.withResolvers()
})
afterEach(() => void vi.unstubAllGlobals())

/** Starts the services of a session, and gives them a moment. */
async function begin(controller: object | null = null) {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { serviceWorker: { controller } }))
  const { startServices } = await import('./start-services.ts')
  void startServices(() => {})
  await pause()
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

test('the engine comes after the first page', async () => {
  await begin()
  expect(started).not.toHaveBeenCalled()
  page.isIdle.resolve()
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
})

test('the engine comes at once where a worker holds its files', async () => {
  await begin({})
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
})

test.each(['pointerdown', 'keydown'])('the engine comes with the first %s', async (kind) => {
  await begin()
  dispatchEvent(new Event(kind))
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
})

test('the engine comes when a part of the page asks for it', async () => {
  await begin()
  const { demandEngine } = await import('../../core/sync/engine-demand.ts')
  demandEngine()
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
})
