// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APP_OUTDATED } from '../../core/sync/app-outdated.ts'

const { reload, isInUse } = vi.hoisted(() => ({ reload: vi.fn(), isInUse: vi.fn(() => false) }))
vi.mock('./reload-once.ts', () => ({ reloadOnce: reload, isInUse }))

// Scripts of the page below are not there to be loaded.
const { happyDOM } = window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
happyDOM.settings.handleDisabledFileLoadingAsSuccess = true

const { reloadWhenOutdated, watchOutdated } = await import('./reload-when-outdated.ts')
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

let chunks = 0

/** A chunk does not load while the server answers with this page. */
async function missChunk(answer: Response | Error, chunk = `chunk-${(chunks += 1)}`): Promise<void> {
  server.mockImplementation(async () => {
    if (answer instanceof Error) throw answer
    return answer.clone()
  })
  const payload = new TypeError(`Failed to fetch dynamically imported module: http://localhost/assets/${chunk}.js`)
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
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

test('an import that fails again although its file can be had loads the page anew, once for each file', async () => {
  const page = new Response(pageWith('shell-old'))
  await missChunk(page, 'menu')
  expect(reload).not.toHaveBeenCalled()
  await missChunk(page, 'menu')
  expect(server).toHaveBeenCalledWith('http://localhost/assets/menu.js')
  expect(reload).toHaveBeenCalledTimes(1)
  await missChunk(page, 'menu')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('under a service worker too, but neither while the file is out of reach nor while somebody types', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  await missChunk(new TypeError('no line'), 'sheet')
  await missChunk(new TypeError('no line'), 'sheet')
  await missChunk(new Response('', { status: 502 }), 'sheet')
  isInUse.mockReturnValueOnce(true)
  await missChunk(new Response(''), 'sheet')
  expect(reload).not.toHaveBeenCalled()
  await missChunk(new Response(''), 'sheet')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page that the server no longer understands is told of once, and loaded anew by nobody but its user', async () => {
  const found = vi.fn()
  watchOutdated(found)
  const tell = async (page: string) => {
    server.mockImplementation(async () => new Response(pageWith(page)))
    dispatchEvent(new Event(APP_OUTDATED))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  // An older server is asked just then: to load its page would change nothing.
  await tell('shell-old')
  expect(found).not.toHaveBeenCalled()
  for (const page of ['shell-new', 'shell-old', 'shell-new', 'shell-newer']) await tell(page)
  expect(found).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
})
