// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { Announcements } from './announcements.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => beginScope({ state: 'signed-out' }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
})

const promo = (_id: string, given: object = {}) => ({
  ...{
    _id,
    title: `Title ${_id}`,
    text: '',
    picture: null,
    link: null,
    position: 'home',
    startsAt: null,
    endsAt: null,
  },
  ...given,
})
const answer = (...data: object[]) => ({ data, total: data.length })

function show(): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <Announcements position="home" />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

test('an announcement that was dismissed stays away', async () => {
  vi.mocked(callApi).mockResolvedValue(answer(promo('a'), promo('b')))
  show()
  await screen.findByText('Title a')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Title a' }))
  expect([screen.queryByText('Title a'), screen.queryByText('Title b')]).toEqual([null, expect.anything()])
  cleanup()
  show()
  await screen.findByText('Title b')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss: Title b' }))
  expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull()
})

test('without a connection the kept ones stay, but for those that have ended', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const endsAt = new Date(Date.now() + 60_000).toISOString()
  vi.mocked(callApi).mockResolvedValue(answer(promo('a'), promo('b', { endsAt })))
  show()
  await screen.findByText('Title b')
  cleanup()
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  vi.advanceTimersByTime(60_001)
  show()
  expect([screen.queryByText('Title a'), screen.queryByText('Title b')]).toEqual([expect.anything(), null])
})

test('a link leads within the app, or opens another site apart', async () => {
  vi.mocked(callApi).mockResolvedValue(
    answer(promo('a', { link: '/explore' }), promo('b', { link: 'https://x.test/' })),
  )
  show()
  await screen.findByText('Title a')
  const [inside, outside] = screen.getAllByRole<HTMLAnchorElement>('link')
  expect([inside?.getAttribute('href'), inside?.target]).toEqual(['/explore', ''])
  expect([outside?.href, outside?.target, outside?.rel]).toEqual(['https://x.test/', '_blank', 'noopener noreferrer'])
})
