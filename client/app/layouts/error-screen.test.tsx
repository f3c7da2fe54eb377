// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverMissed, serverReached } from '../../core/connection/model.ts'

const { reload } = vi.hoisted(() => ({ reload: vi.fn() }))
vi.mock('../update/reload-once.ts', () => ({ reloadOnce: reload, isInUse: () => false }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ invalidate: vi.fn() }) }))
const { ErrorScreen } = await import('./error-screen.tsx')
const { reloadWhenOutdated } = await import('../update/reload-when-outdated.ts')

const server = vi.fn<() => Promise<Response>>()

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  reloadWhenOutdated()
})
beforeEach(() => vi.stubGlobal('fetch', server))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** As Vite tells of a chunk, before the router gets its error. */
function missingChunk(name: string): Error {
  const payload = new TypeError(`Failed to fetch dynamically imported module: http://localhost/assets/${name}.js`)
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  return payload
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a page whose file did not load offline says so and stays, and is loaded anew when the server is back', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const error = missingChunk('help')
  // Else the router loads the page anew itself.
  expect(error.message).not.toMatch(/^Failed to fetch/)
  const scope = fork()
  await allSettled(serverMissed, { scope })
  showError(error, scope)
  expect(screen.getByRole('heading', { name: 'You are offline' })).toBeTruthy()
  expect(screen.getByText('This page was not loaded yet.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settled()
  expect(reload).not.toHaveBeenCalled()
  server.mockResolvedValue(new Response())
  await allSettled(serverReached, { scope })
  await settled()
  expect(reload).toHaveBeenCalledOnce()
})

test('a page whose file is gone for good is loaded anew by itself once', async () => {
  server.mockResolvedValue(new Response())
  const error = missingChunk('gone')
  for (let visit = 0; visit < 3; visit += 1) {
    showError(error)
    await settled()
    cleanup()
  }
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that strangers may not know is loaded anew too: the server that says so is there', async () => {
  server.mockResolvedValue(new Response(null, { status: 404 }))
  showError(missingChunk('hidden'))
  await settled()
  expect(reload).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settled()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a page stays while the server is out of order', async () => {
  server.mockResolvedValue(new Response(null, { status: 502 }))
  showError(missingChunk('broken'))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settled()
  expect(reload).not.toHaveBeenCalled()
})

function showError(error: Error, scope = fork()) {
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <ErrorScreen error={error} reset={vi.fn()} />
      </I18nProvider>
    </Provider>,
  )
}
