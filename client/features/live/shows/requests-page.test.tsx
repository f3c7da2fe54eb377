// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RequestsPage } from './requests-page.tsx'

const parts = vi.hoisted(() => ({ requests: [] as object[], past: [] as object[], ask: vi.fn(), go: vi.fn() }))
vi.mock('./use-show-requests.ts', () => ({ useShowRequests: () => parts.requests }))
vi.mock('./ask-show.ts', () => ({ askShow: parts.ask }))
vi.mock('../../../core/api/use-cached-query.ts', async (original) => ({
  ...(await original<object>()),
  useKeptAnswer: () => ({ data: { data: parts.past, total: parts.past.length } }),
}))
vi.mock('../../../core/page/back-button.tsx', () => ({ BackButton: () => null }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a>{children}</a>,
  useNavigate: () => parts.go,
}))

const NOW = Date.parse('2026-11-01T10:00:00.000Z')
const fan = (name: string) => ({ _id: name, name, username: name, avatar: null, isPerformer: false })
const request = (name: string, seconds: number) => ({
  ...{ _id: `show-${name}`, status: 'requested', fan: fan(name), rate: 60, minutes: 5 },
  ...{ expiresAt: new Date(NOW + seconds * 1_000).toISOString(), createdAt: new Date(NOW).toISOString() },
})

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  Object.assign(parts, { requests: [], past: [] })
  parts.ask.mockReset().mockResolvedValue({})
  parts.go.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show() {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <RequestsPage />
      </I18nProvider>
    </Provider>,
  )
}

const rowOf = (name: string) => within(screen.getByText(name).closest('article') as HTMLElement)
const press = (name: string, label: string) =>
  act(async () => void fireEvent.click(rowOf(name).getByRole('button', { name: label })))

test('each request counts down the time in which it can be answered', async () => {
  parts.requests = [request('Ada', 60), request('Ben', 12)]
  show()
  expect(rowOf('Ada').getByRole('timer').textContent).toBe('60 seconds left')
  await act(async () => vi.advanceTimersByTimeAsync(11_000))
  expect(rowOf('Ben').getByRole('timer').textContent).toBe('1 second left')
  await act(async () => vi.advanceTimersByTimeAsync(9_000))
  expect(rowOf('Ben').getByRole('timer').textContent).toBe('0 seconds left')
})

test('an accepted request leads to its show, a declined one stays on the page', async () => {
  parts.requests = [request('Ada', 60), request('Ben', 60)]
  show()
  await press('Ben', 'Decline')
  expect(parts.go).not.toHaveBeenCalled()
  await press('Ada', 'Accept')
  expect(parts.ask.mock.calls).toEqual([
    ['show:decline', { requestId: 'show-Ben' }],
    ['show:accept', { requestId: 'show-Ada' }],
  ])
  expect(parts.go.mock.calls).toEqual([[{ to: '/show/$requestId', params: { requestId: 'show-Ada' } }]])
})

test('a request that cannot be accepted any more says why, and leads nowhere', async () => {
  parts.requests = [request('Ada', 60)]
  parts.ask.mockRejectedValue(new Refusal('conflict', 'The fan has taken the request back.'))
  show()
  await press('Ada', 'Accept')
  expect(rowOf('Ada').getByRole('alert').textContent).toBe('The fan has taken the request back.')
  expect(parts.go).not.toHaveBeenCalled()
})

test('without a request the page says what to do; past shows have their length and what was paid', () => {
  const ended = { ...request('Cleo', 0), status: 'ended', seconds: 125, charged: 126 }
  parts.past = [ended, { ...ended, _id: 'other', status: 'declined', fan: fan('Dora') }]
  show()
  expect(screen.getByText(/a request waits a minute for your answer/)).toBeTruthy()
  const past = within(screen.getByRole('region', { name: 'Past shows' }))
  expect(past.getByRole('listitem').textContent).toMatch(/Cleo.*2:05.*126/)
  expect(past.queryByText('Dora')).toBeNull()
})
