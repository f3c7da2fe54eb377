// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Provider } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { serverMissed, serverReached } from '../../core/connection/model.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { assetView } from '../../testing/assets.ts'
import { addRecentWord, readRecent } from './recent-words.ts'
import type { SearchAddress } from './search-address.ts'
import { SearchPage } from './search-page.tsx'
import type { SearchSlots } from './search-slots.ts'
import { useDeviceResults } from './use-device-results.ts'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useCanGoBack: () => true,
  useRouter: () => ({ state: { status: 'idle' } }),
}))
vi.mock(import('./use-device-results.ts'), async (original) => ({ ...(await original()), useDeviceResults: vi.fn() }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => beginScope({ state: 'signed-out' }))
afterEach(() => {
  emit(serverReached, undefined)
  cleanup()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
})

const slots: SearchSlots = {
  creator: ({ name }) => <a href={`#${name}`}>{name}</a>,
  post: ({ text }) => <p>{text}</p>,
  asset: ({ title, cover }) => <p>{cover?.isProcessing ? `${title} is being prepared` : title}</p>,
}

const creator = (name: string): Creator => ({
  ...{ _id: v7(), name, username: name.toLowerCase(), avatar: null, isPerformer: true, bio: '', cover: null },
  ...{ country: 'SE', verified: true, createdAt: '2026-11-01T10:00:00.000Z' },
})

const nothing = { data: [], total: 0 }
const found = (answer: object) => ({
  ...{ creators: nothing, posts: nothing, videos: nothing, galleries: nothing, products: nothing },
  ...answer,
})

/** Answers searches with `body`, as the schema of the call has it, and other calls with nothing. */
function answerWith(body: object): void {
  vi.mocked(callApi).mockImplementation(async ({ path, answer }) =>
    path === '/search' ? v.parse(answer, body) : nothing,
  )
}

function Page({ start }: { start: SearchAddress }) {
  const [search, setSearch] = useState(start)
  return <SearchPage search={search} onSearch={setSearch} slots={slots} />
}

function show(search: SearchAddress): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <Page start={search} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const callsTo = (path: string) => vi.mocked(callApi).mock.calls.filter(([call]) => call.path === path)

test('shows what was found of each kind, the count, and the way to the rest of a kind', async () => {
  const videos = ['A', 'B', 'C', 'D', 'E'].map((title) => assetView({ kind: 'video', title }))
  answerWith(found({ creators: { data: [creator('Mara')], total: 1 }, videos: { data: videos, total: 29 } }))
  show({ q: 'ma' })
  expect(within(await screen.findByRole('list', { name: 'Creators found' })).getByText('Mara')).toBeTruthy()
  expect(screen.getByText('30 results')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Posts found' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show all: Creators' })).toBeNull()
  answerWith({ videos: { data: videos, total: 29 } })
  fireEvent.click(screen.getByRole('button', { name: 'Show all: Videos' }))
  await screen.findByRole('tab', { name: 'Videos', selected: true })
  await screen.findByRole('list', { name: 'Videos found' })
  expect(callsTo('/search').at(-1)?.[0].query).toMatchObject({ q: 'ma', in: 'videos', current: 1 })
  expect(screen.getByText('29 results')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
})

test('typing searches once it pauses; the words stay in the box, and Clear empties it', async () => {
  answerWith(found({}))
  show({})
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search Vesper' })
  for (const value of ['f', 'fo', 'fog']) fireEvent.change(box, { target: { value } })
  expect(await screen.findByText('Nothing found for “fog”')).toBeTruthy()
  expect(callsTo('/search').map(([call]) => call.query?.['q'])).toEqual(['fog'])
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByText('Find creators and their work')).toBeTruthy()
})

test('words count and are kept when a result is opened, not while they are typed', async () => {
  answerWith(found({ creators: { data: [creator('Mara')], total: 1 } }))
  show({ q: 'mara' })
  const result = await screen.findByText('Mara')
  expect([readRecent('visitor'), callsTo('/search/keywords')]).toEqual([[], []])
  fireEvent.click(result)
  expect(readRecent('visitor')).toEqual(['mara'])
  expect(callsTo('/search/keywords').map(([call]) => call.body)).toEqual([{ keyword: 'mara' }])
})

test('the last words can be chosen again, taken out and cleared', async () => {
  for (const words of ['one', 'two', 'three', 'two']) addRecentWord('visitor', words)
  answerWith(found({}))
  show({})
  const words = () => within(screen.getByRole('list', { name: 'Recent searches' })).getAllByRole('listitem')
  expect(words().map(({ textContent }) => textContent)).toEqual(['two', 'three', 'one'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove three' }))
  expect(words().map(({ textContent }) => textContent)).toEqual(['two', 'one'])
  fireEvent.click(screen.getByText('one'))
  expect(await screen.findByText('Nothing found for “one”')).toBeTruthy()
  expect(readRecent('visitor')).toEqual(['one', 'two'])
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }))
  expect([screen.queryByRole('list', { name: 'Recent searches' }), readRecent('visitor')]).toEqual([null, []])
})

test.each([
  ['of all kinds', { q: 'fog' }],
  ['of one kind', { q: 'fog', in: 'videos' }],
] as const)('a picture that is being prepared among the results %s appears by itself', async (_, search) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const video = assetView({ kind: 'video', title: 'Fog' })
  const cover = { url: '/media/1', width: 4, height: 3, placeholder: null }
  const answerWithCover = (shown: object) =>
    answerWith(found({ videos: { data: [{ ...video, cover: shown }], total: 1 } }))
  answerWithCover({ ...cover, url: null, isProcessing: true })
  show(search)
  await screen.findByText('Fog is being prepared')
  answerWithCover(cover)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await screen.findByText('Fog')).toBeTruthy()
  const asked = callsTo('/search').length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(callsTo('/search')).toHaveLength(asked)
})

test('a search that failed is tried again on request', async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new ConnectionError('gone'))
  show({ q: 'mara' })
  expect(await screen.findByText('The search did not work')).toBeTruthy()
  answerWith(found({ creators: { data: [creator('Mara')], total: 1 } }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Mara')).toBeTruthy()
})

test('without a connection the device is searched, and the page says so', async () => {
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  vi.mocked(useDeviceResults).mockReturnValue({ creators: [creator('Mara')], posts: [] })
  emit(serverMissed, undefined)
  show({ q: 'mara' })
  expect(screen.getByText(/searches the creators and posts on this device/)).toBeTruthy()
  fireEvent.click(within(screen.getByRole('list', { name: 'Creators found' })).getByText('Mara'))
  expect([callsTo('/search'), callsTo('/search/keywords')]).toEqual([[], []])
  expect(readRecent('visitor')).toEqual(['mara'])
})
