// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { browserOnlineChanged } from '../../../core/connection/model.ts'
import { MyShowsPage } from './my-shows-page.tsx'
import { ShowOffer } from './show-offer.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn<(call: { path: string }) => Promise<object>>() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi: callApi as never }))
vi.mock(import('../../../core/session/session.ts'), async (load) => ({ ...(await load()), signedInUser: () => null }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ to, params, children }: LinkProps) => (
    <a href={to.replace('$requestId', params?.requestId ?? '')}>{children}</a>
  )) as never,
  useRouter: () => ({ history: {} }) as never,
  useCanGoBack: () => false,
}))

type LinkProps = { to: string; params?: { requestId: string }; children: ReactNode }

const person = (name: string) => ({ _id: name, name, username: name, avatar: null, isPerformer: name === 'Mara' })
const mara = person('Mara')
const ended: Show = {
  ...{ _id: 'a', kind: 'private', status: 'ended', endedReason: 'fan', streamId: 'a', conversationId: 'a' },
  ...{ performer: mara, fan: person('Ada'), rate: 60, minimum: 1, minutes: 3, cap: 200 },
  ...{ seconds: 157, charged: 157, held: 0, lowBalance: false, secondsLeft: null, expiresAt: null, chargeId: 'a' },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', startedAt: null, endedAt: null },
}
const shows: Show[] = [
  ended,
  { ...ended, _id: 'b', status: 'expired', seconds: 0, charged: 0 },
  { ...ended, _id: 'c', kind: 'group', status: 'canceled', seconds: 0, charged: 0 },
  { ...ended, _id: 'd', kind: 'group', status: 'accepted', seconds: 0, charged: 0 },
  { ...ended, _id: 'e', status: 'active', seconds: 61, charged: 61 },
]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  callApi.mockReset()
  localStorage.clear()
})
afterEach(cleanup)

async function open(page: ReactNode, { isOnline = true } = {}) {
  const scope = fork()
  await allSettled(browserOnlineChanged, { scope, params: isOnline })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

test('each show has its state, the other side, seconds and tokens, and leads to its receipt', async () => {
  callApi.mockResolvedValue({ data: shows, total: shows.length })
  await open(<MyShowsPage userId="Ada" />)
  const links = await screen.findAllByRole('link', { name: /with Mara/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(shows.map(({ _id }) => `/show/${_id}`))
  const words = links.map(({ textContent }) => textContent ?? '')
  expect(words[0]).toMatch(/Private show with Mara.*Ended.*157 tokens2:37/)
  expect(words[1]).toMatch(/Private show with Mara.*Not answered in time/)
  expect(words[1]).not.toContain('0 tokens')
  expect(words[2]).toMatch(/Group show with Mara.*Left before it began/)
  expect(words[3]).toMatch(/Waits until enough fans have a seat/)
  expect(words[4]).toMatch(/Runs now.*61 tokens1:01/)
})

test('a creator finds the fan of each show', async () => {
  callApi.mockResolvedValue({ data: [ended], total: 1 })
  await open(<MyShowsPage userId="Mara" />)
  expect(await screen.findByText('Private show with Ada')).toBeTruthy()
})

test('a list without shows, one that could not be read, and one without a connection are told apart', async () => {
  callApi.mockResolvedValue({ data: [], total: 0 })
  await open(<MyShowsPage userId="Ada" />)
  expect(await screen.findByText('No shows yet')).toBeTruthy()
  cleanup()
  localStorage.clear()
  callApi.mockRejectedValue(new Error('broken'))
  await open(<MyShowsPage userId="Ada" />)
  expect(await screen.findByText('Your shows could not be loaded')).toBeTruthy()
  cleanup()
  callApi.mockRejectedValue(new ConnectionError())
  await open(<MyShowsPage userId="Ada" />, { isOnline: false })
  expect(await screen.findByText('Nothing on this device yet')).toBeTruthy()
})

test('the page of a creator offers a private show at its price, says what happens, and is silent while none is taken', async () => {
  callApi.mockResolvedValue({ accepts: true, rate: 60, minimum: 2 })
  await open(<ShowOffer performer={mara} page="/mara" />)
  expect(await screen.findByRole('button', { name: 'Ask for a private show' })).toBeTruthy()
  const words = screen.getByRole('region', { name: 'Private shows' }).textContent
  expect(words).toContain('60 tokens')
  expect(words).toContain('Mara is told at once, also when away, and has a minute to answer.')
  cleanup()
  localStorage.clear()
  callApi.mockResolvedValue({ accepts: false, rate: 60, minimum: 2 })
  await open(<ShowOffer performer={mara} page="/mara" />)
  await vi.waitFor(() => expect(callApi).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('region')).toBeNull()
})
