// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const reload = vi.hoisted(() => vi.fn())
vi.mock('./reload-once.ts', () => ({ reloadOnce: reload }))

// Scripts of the page below are not there to be loaded.
const { happyDOM } = window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
happyDOM.settings.handleDisabledFileLoadingAsSuccess = true

const { reloadWhenOutdated } = await import('./reload-when-outdated.ts')
reloadWhenOutdated()

const pageWith = (script: string) => `<head><script type="module" src="/assets/${script}.js"></script></head>`
const server = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  document.head.innerHTML = '<script type="module" src="/assets/shell-old.js"></script>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  vi.clearAllMocks()
})

/** A chunk does not load while the server answers with this page. */
async function missChunk(answer: Response | Error): Promise<void> {
  server.mockImplementation(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  dispatchEvent(new Event('vite:preloadError'))
  await new Promise((resolve) => setTimeout(resolve, 0))
}

test('a page whose chunk is gone after a deployment is loaded anew, once', async () => {
  await missChunk(new Response(pageWith('shell-new')))
  expect(reload).toHaveBeenCalledTimes(1)
  await missChunk(new Response(pageWith('shell-new')))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('after the next deployment it is loaded anew again', async () => {
  await missChunk(new Response(pageWith('shell-new')))
  await missChunk(new Response(pageWith('shell-newer')))
  expect(reload).toHaveBeenCalledTimes(2)
})

test('servers of two versions in turn do not reload the page for ever', async () => {
  for (const script of ['shell-new', 'shell-newer', 'shell-new', 'shell-newer']) {
    await missChunk(new Response(pageWith(script)))
  }
  expect(reload).toHaveBeenCalledTimes(2)
  for (let version = 0; version < 10; version += 1) await missChunk(new Response(pageWith(`shell-${version}`)))
  expect(reload).toHaveBeenCalledTimes(5)
})

test('a tab that cannot note the reload is not loaded anew', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => expect.fail('full'), clear: () => {} })
  await missChunk(new Response(pageWith('shell-new')))
  expect(reload).not.toHaveBeenCalled()
})

test('a chunk of the same version that does not load, or a server that does not answer, reloads nothing', async () => {
  await missChunk(new Response(pageWith('shell-old')))
  await missChunk(new Response('Bad gateway', { status: 502 }))
  await missChunk(new Response('<h1>Log in to this network</h1>'))
  await missChunk(new TypeError('Failed to fetch'))
  expect(reload).not.toHaveBeenCalled()
})

test('a page with a service worker has all its chunks there', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  await missChunk(new Response(pageWith('shell-new')))
  expect(reload).not.toHaveBeenCalled()
})
