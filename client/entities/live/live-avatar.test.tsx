// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import type { Scope } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import { LiveAvatar } from './live-avatar.tsx'
import { LiveWatch } from './live-watch.tsx'

const calls = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi: calls.call }))
vi.mock('../../core/session/session.ts', async (original) => ({
  ...(await original<object>()),
  signedInUser: () => null,
}))
vi.mock('../../core/i18n/lazy-with-texts.ts', async () => ({
  lazyAgain: (await import('../../ui/lazy-with-retry.ts')).lazyWithRetry,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, to, params, ...rest }: { children: ReactNode; to: string; params: { username: string } }) => (
    <a href={to.replace('$username', params.username)} {...rest}>
      {children}
    </a>
  ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  localStorage.clear()
  calls.call.mockReset()
  tell('mara')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const creatorOf = (name: string) => ({ _id: `id-${name}`, name, avatar: null })

/** Lets the server answer that these creators are live. */
function tell(...names: string[]): void {
  const data = names.map((name) => ({
    ...{ _id: `stream-${name}`, status: 'live', performer: { ...creatorOf(name), username: name } },
  }))
  calls.call.mockResolvedValue({ data, total: data.length })
}

function show(portraits: ReactNode, scope: Scope = fork()) {
  const cache = new Map()
  return render(
    <SWRConfig value={{ provider: () => cache }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>
          <LiveWatch />
          {portraits}
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const linkTo = (name: string) => screen.queryByRole('link', { name: `${name} is live: watch` })

test('a portrait leads to the stream of a creator who is live, and to nothing for others', async () => {
  show([<LiveAvatar key="a" creator={creatorOf('mara')} />, <LiveAvatar key="b" creator={creatorOf('teo')} />])
  const link = await screen.findByRole('link', { name: 'mara is live: watch' })
  expect(link.getAttribute('href')).toBe('/live/mara')
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('forty portraits ask once, and a stream that has ended loses its ring', async () => {
  show(Array.from({ length: 40 }, (_, index) => <LiveAvatar key={index} creator={creatorOf('mara')} />))
  await vi.waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(40))
  expect(calls.call).toHaveBeenCalledTimes(1)
  tell()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await vi.waitFor(() => expect(linkTo('mara')).toBeNull())
  expect(calls.call).toHaveBeenCalledTimes(2)
})

test('without a connection nobody is live', async () => {
  const scope = fork()
  show(<LiveAvatar creator={creatorOf('mara')} />, scope)
  await vi.waitFor(() => expect(linkTo('mara')).toBeTruthy())
  await act(() => allSettled(browserOnlineChanged, { scope, params: false }))
  expect(linkTo('mara')).toBeNull()
})

test('a portrait within another link has the ring, in words too, and is no link of its own', async () => {
  show(
    <a href="/mara">
      <LiveAvatar creator={creatorOf('mara')} size="sm" isInLink />
    </a>,
  )
  expect(await screen.findByText('Live')).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
})

test('nobody is live any more for whoever leaves', async () => {
  const { rerender } = show(<LiveAvatar creator={creatorOf('mara')} />)
  await vi.waitFor(() => expect(linkTo('mara')).toBeTruthy())
  rerender(
    <I18nProvider i18n={i18n}>
      <LiveAvatar creator={creatorOf('mara')} />
    </I18nProvider>,
  )
  expect(linkTo('mara')).toBeNull()
})
