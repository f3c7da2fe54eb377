// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { serverMissed, serverReached } from '../../core/connection/model.ts'
import { forgetPlaces, keepPlace, shownCounts } from '../../core/page/kept-places.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { CreatorsFound } from './creators-found.tsx'
import { ExplorePage } from './explore-page.tsx'
import { SomebodyNew } from './somebody-new.tsx'
import { TopCreators } from './top-creators.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => beginScope({ state: 'signed-out' }))
afterEach(() => {
  emit(serverReached, undefined)
  cleanup()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
})

const creator = (name: string): Creator => ({
  ...{ _id: v7(), name, username: name.toLowerCase(), avatar: null, isPerformer: true, bio: '', cover: null },
  ...{ country: 'SE', verified: true, createdAt: '2026-11-01T10:00:00.000Z' },
})
const creators = (...names: string[]) => ({ data: names.map(creator), total: names.length })
const card = ({ name }: Creator) => <span>{name}</span>

function show(page: ReactNode, cache = new Map()): void {
  render(
    <SWRConfig value={{ provider: () => cache }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('top creators stand in their order', async () => {
  vi.mocked(callApi).mockResolvedValue(creators('Mara', 'Lina'))
  show(<TopCreators card={card} />)
  expect(namesIn(await screen.findByRole('list', { name: 'Top creators' }))).toEqual(['Mara', 'Lina'])
  expect(screen.queryByText(/^As of /)).toBeNull()
})

test('a row without creators says so', async () => {
  vi.mocked(callApi).mockResolvedValue(creators())
  show(<TopCreators card={card} />)
  expect(await screen.findByText('No creators yet')).toBeTruthy()
})

test('a row that failed is loaded again on request', async () => {
  vi.mocked(callApi).mockRejectedValueOnce(new Refusal('unavailable', 'Later.'))
  show(<TopCreators card={card} />)
  expect(await screen.findByText('Creators could not be loaded')).toBeTruthy()
  vi.mocked(callApi).mockResolvedValue(creators('Mara'))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Mara')).toBeTruthy()
})

test('without a connection the row of the last visit stays, with its time; one never seen says where it is', async () => {
  vi.mocked(callApi).mockResolvedValue(creators('Mara'))
  show(<TopCreators card={card} />)
  await screen.findByText('Mara')
  cleanup()
  emit(serverMissed, undefined)
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show(
    <>
      <TopCreators card={card} />
      <SomebodyNew card={card} />
    </>,
  )
  const top = screen.getByRole('region', { name: 'Top creators' })
  expect(await within(top).findByText('Mara')).toBeTruthy()
  expect(within(top).getByText(/^As of /)).toBeTruthy()
  const others = screen.getByRole('region', { name: 'Somebody new' })
  expect(await within(others).findByText('Nothing on this device yet')).toBeTruthy()
})

test('Shuffle shows other creators, and says which', async () => {
  vi.mocked(callApi).mockResolvedValue(creators('A', 'B', 'C', 'D', 'E', 'F'))
  show(<SomebodyNew card={card} />)
  const list = await screen.findByRole('list', { name: 'Somebody new' })
  expect(namesIn(list)).toEqual(['A', 'B', 'C', 'D'])
  fireEvent.click(screen.getByRole('button', { name: 'Shuffle' }))
  expect(namesIn(screen.getByRole('list', { name: 'Somebody new' }))).toEqual(['E', 'F', 'A', 'B'])
  expect(screen.getByRole('status').textContent).toBe('Now shown: E, F, A, and B')
})

test('Back shows the same creators at the same turn, and does not read them again; a new visit does', async () => {
  const cache = new Map()
  const visit = () => {
    cleanup()
    show(<SomebodyNew card={card} />, cache)
    return screen.findByRole('list', { name: 'Somebody new' })
  }
  vi.mocked(callApi).mockResolvedValue(creators('A', 'B', 'C', 'D', 'E', 'F'))
  history.replaceState({ __TSR_key: 'entry' }, '')
  await visit()
  fireEvent.click(screen.getByRole('button', { name: 'Shuffle' }))
  keepPlace('entry', { top: 0, item: null, scrollers: {}, counts: Object.fromEntries(shownCounts) })
  vi.mocked(callApi).mockClear()
  vi.mocked(callApi).mockResolvedValue(creators('G', 'H'))
  expect(namesIn(await visit())).toEqual(['E', 'F', 'A', 'B'])
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(callApi).not.toHaveBeenCalled()
  history.replaceState({ __TSR_key: 'another' }, '')
  await visit()
  expect(await screen.findByText('G')).toBeTruthy()
  forgetPlaces()
})

test('words and filters show the creators that match in place of the rows', async () => {
  vi.mocked(callApi).mockResolvedValue(creators('Mara'))
  const [onSearch, onSearchAll] = [vi.fn(), vi.fn()]
  show(
    <ExplorePage
      search={{ q: 'mar', category: 'art' }}
      onSearch={onSearch}
      card={card}
      actions={null}
      everything={(words) => <a href="/search">Everything with {words}</a>}
      held={() => null}
      onSearchAll={onSearchAll}
      live={null}
      trending={<p>Trending</p>}
    >
      <p>Further rows</p>
    </ExplorePage>,
  )
  expect(namesIn(await screen.findByRole('list', { name: 'Creators found' }))).toEqual(['Mara'])
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toMatchObject({
    path: '/performers/user/search',
    query: { q: 'mar', category: 'art' },
  })
  expect([screen.queryByText('Further rows'), screen.queryByText('Trending')]).toEqual([null, null])
  expect(screen.getByRole('link').textContent).toBe('Everything with mar')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  expect(onSearchAll).toHaveBeenCalledExactlyOnceWith('mar')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ q: 'mar' })
})

test('a search that finds nothing offers to clear the filters', async () => {
  vi.mocked(callApi).mockResolvedValue(creators())
  const onClear = vi.fn()
  show(<CreatorsFound search={{ q: 'nobody' }} card={card} held={() => null} onMore={() => {}} onClear={onClear} />)
  expect(await screen.findByText('Nothing matches')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onClear).toHaveBeenCalledOnce()
})

test('without a line words are looked for on the device, where no answer of former days is kept', async () => {
  vi.mocked(callApi).mockResolvedValue(creators('Mara'))
  const found = (q: string) => (
    <CreatorsFound search={{ q }} card={card} held={(words) => `Held: ${words}`} onMore={() => {}} onClear={() => {}} />
  )
  show(found('mara'))
  await screen.findByText('Mara')
  cleanup()
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  act(() => emit(serverMissed, undefined))
  show(found('mara'))
  expect(await screen.findByText('Mara')).toBeTruthy()
  cleanup()
  show(found('film'))
  expect(await screen.findByText('Held: film')).toBeTruthy()
  expect(screen.queryByText('Nothing on this device yet')).toBeNull()
})
