// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { serverMissed, serverReached } from '../../../core/connection/model.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { emit } from '../../../core/session/emit-in-scope.ts'
import { assetView } from '../../../testing/assets.ts'
import { LatestAssets } from './latest-assets.tsx'

vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => beginScope({ state: 'signed-out' }))
afterEach(() => {
  emit(serverReached, undefined)
  cleanup()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
})

function show() {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <LatestAssets kind="video" />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const videos = (...titles: string[]) => ({
  data: titles.map((title) => assetView({ kind: 'video', title })),
  total: titles.length,
})

test('shows the newest of all creators, each with its page', async () => {
  vi.mocked(callApi).mockResolvedValue(videos('Harbour', 'Pier'))
  show()
  const list = await screen.findByRole('list', { name: 'New videos' })
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Harbour', 'Pier'])
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toMatchObject({
    path: '/performer-assets/videos/search',
    query: { sortBy: 'publishedAt', sort: 'desc' },
  })
})

test('is not there without any', async () => {
  vi.mocked(callApi).mockResolvedValue(videos())
  const { container } = show()
  await waitFor(() => expect(container.textContent).toBe(''))
})

test('offers to try again after a failure', async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new Refusal('unavailable', 'Later.'))
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  vi.mocked(callApi).mockResolvedValue(videos('Harbour'))
  fireEvent.click(retry)
  expect(await screen.findByText('Harbour')).toBeTruthy()
})

test('shows those of the last visit without a connection, with their time', async () => {
  vi.mocked(callApi).mockResolvedValue(videos('Harbour'))
  show()
  await screen.findByText('Harbour')
  cleanup()
  emit(serverMissed, undefined)
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show()
  expect(await screen.findByText('Harbour')).toBeTruthy()
  expect(screen.getByText(/^As of /)).toBeTruthy()
})

test('a card whose picture is being prepared asks for none, says so, and shows it by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const [video] = videos('Harbour').data
  const cover = { url: null, width: 4, height: 3, placeholder: null, isProcessing: true } as const
  vi.mocked(callApi).mockResolvedValueOnce({ data: [{ ...video, cover }], total: 1 })
  const { container } = show()
  await screen.findByText('Being prepared')
  expect(container.querySelector('img')).toBeNull()
  const ready = { url: '/media/1', width: 4, height: 3, placeholder: null }
  vi.mocked(callApi).mockResolvedValue({ data: [{ ...video, cover: ready }], total: 1 })
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/1?w=640'))
  expect(screen.queryByText('Being prepared')).toBeNull()
  const asked = vi.mocked(callApi).mock.calls.length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(vi.mocked(callApi).mock.calls).toHaveLength(asked)
  vi.useRealTimers()
})
