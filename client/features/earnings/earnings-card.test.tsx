// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { EarningsCard } from './earnings-card.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))
vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  Link: (({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>) as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T23:59:30Z'), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.mocked(callApi).mockReset()
})

const stats = (change: object = {}) => ({
  ...{ from: '2026-11-01', to: '2026-11-30', by: 'day', currency: 'USD', sales: 3, gross: 90_000, tax: 0 },
  ...{ commission: 18_000, net: 72_000, refunds: 12_000, pending: 50_000, available: 10_000, held: 0, paid: 0 },
  upcoming: [
    { at: '2026-12-03', net: 30_000 },
    { at: '2026-12-05', net: 20_000 },
  ],
  series: [
    { at: '2026-11-29', sales: 2, gross: 60_000, net: 48_000, refunds: 0 },
    { at: '2026-11-30', sales: 1, gross: 30_000, net: 24_000, refunds: 12_000 },
  ],
  ...change,
})

function show(): void {
  render(
    <I18nProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <EarningsCard />
      </SWRConfig>
    </I18nProvider>,
  )
}

const figures = async () => (await screen.findByText('This month')).closest('dl')?.textContent

test('tells the money of today and of this month after what was given back, what is free, and what is free next', async () => {
  vi.mocked(callApi).mockResolvedValue(stats())
  show()
  expect(await figures()).toBe('Today$1.20This month$6.00Free now$1.00Not free yet$5.00$3.00 on December 3')
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toMatchObject({ query: { from: '2026-11-01' } })
})

test('asks for the month that has begun, west of Greenwich too', async () => {
  vi.setSystemTime(new Date('2026-12-01T00:00:00Z'))
  vi.mocked(callApi).mockResolvedValue(stats({ upcoming: [] }))
  show()
  // The figures of yesterday are not shown as those of today.
  expect(await figures()).toBe('This month$6.00Free now$1.00Not free yet$5.00')
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toMatchObject({ query: { from: '2026-12-01' } })
})

test('offers to try again after a failure', async () => {
  vi.mocked(callApi).mockRejectedValue(new Refusal('unavailable', 'Later.'))
  show()
  expect(await screen.findByText('Your earnings could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
