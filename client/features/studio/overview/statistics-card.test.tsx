// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { StatisticsDay } from '@vesper/sync/vesper/api/statistics.ts'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { serverMissed, serverReached } from '../../../core/connection/model.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { emit } from '../../../core/session/emit-in-scope.ts'
import { StatisticsCard } from './statistics-card.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: () => null }))
vi.mock(import('../../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
// Lines need a canvas, which browsers alone have.
vi.mock('../../../ui/chart/plot.tsx', () => ({ Plot: () => null }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => beginScope({ state: 'signed-out' }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.mocked(callApi).mockReset()
})

const day = (n: number, counts: Partial<StatisticsDay> = {}): StatisticsDay => ({
  ...{ day: `2026-11-0${n}`, followers: 0, views: 0, likes: 0, ...counts },
})

function show(): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <StatisticsCard />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const NAME = 'Followers, views and likes, last 28 days'

test('shows the followers of today and the views and likes of all days, as figures, a chart and a table', async () => {
  const days = [day(1, { followers: 10, views: 5, likes: 1 }), day(2, { followers: 13, views: 7, likes: 2 })]
  vi.mocked(callApi).mockResolvedValue({ days })
  show()
  expect(await screen.findByRole('img', { name: NAME })).toBeTruthy()
  const table = screen.getByRole('table', { name: NAME })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  const figures = screen.getByRole('region', { name: 'Last 28 days' }).querySelector('dl')
  expect(figures?.textContent).toBe('Followers13+3Views12Likes3')
})

test('says that there is nothing to count while all is 0', async () => {
  vi.mocked(callApi).mockResolvedValue({ days: [day(1), day(2)] })
  show()
  expect(await screen.findByText('Nothing to count yet')).toBeTruthy()
  expect(screen.queryByRole('img', { name: NAME })).toBeNull()
})

test('offers to try again after a failure', async () => {
  vi.mocked(callApi).mockRejectedValue(new Refusal('unavailable', 'Later.'))
  show()
  expect(await screen.findByText('Your figures could not be loaded')).toBeTruthy()
  vi.mocked(callApi).mockResolvedValue({ days: [day(1, { views: 4 })] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: NAME })).toBeTruthy()
})

test('shows the figures of the last visit without a connection, and of when they are', async () => {
  vi.mocked(callApi).mockResolvedValue({ days: [day(1, { views: 4 })] })
  show()
  await screen.findByRole('img', { name: NAME })
  cleanup()
  emit(serverMissed, undefined)
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show()
  expect(await screen.findByRole('img', { name: NAME })).toBeTruthy()
  expect(screen.getByText(/^As of /)).toBeTruthy()
  emit(serverReached, undefined)
})
