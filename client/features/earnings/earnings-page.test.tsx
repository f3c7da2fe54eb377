// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { EarningsPage } from './earnings-page.tsx'

const fan = { _id: 'f', name: 'Ada', username: 'ada', avatar: null }
const sale = {
  ...{
    _id: 's',
    type: 'tip',
    targetId: 't',
    fan,
    tokens: 100,
    gross: 50_000,
    tax: 2000,
    commission: 9600,
    net: 38_400,
  },
  ...{
    refunded: 0,
    currency: 'USD',
    state: 'pending',
    availableAt: '2026-11-30T10:00:00Z',
    payoutId: null,
    message: '',
  },
  createdAt: '2026-11-23T10:00:00Z',
}
const stats = {
  ...{ from: '2026-11-23', to: '2026-11-23', by: 'day', currency: 'USD', sales: 1, gross: 50_000, tax: 2000 },
  ...{ commission: 9600, net: 38_400, refunds: 0, pending: 38_400, available: -5000, held: 0, paid: 123_400 },
  upcoming: [{ at: '2026-11-30', net: 30_000 }],
  series: [{ at: '2026-11-23', sales: 1, gross: 50_000, net: 38_400, refunds: 0 }],
}

vi.mock('../../ui/chart/plot.tsx', () => ({ Plot: () => null }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>) as never,
}))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))

beforeEach(() => {
  vi.mocked(callApi).mockImplementation(({ path }: { path: string }) =>
    Promise.resolve(path.endsWith('/stats') ? stats : { data: [sale], total: 1 }),
  )
})
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(): void {
  render(
    <I18nProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <EarningsPage />
      </SWRConfig>
    </I18nProvider>,
  )
}

test('the balances, the chart and each sale are explained', async () => {
  show()
  expect(await screen.findByRole('img', { name: 'Earnings, last 28 days' })).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Earnings, last 28 days' }).textContent).toContain('$3.84')
  expect(screen.getByText('-$0.50')).toBeTruthy()
  const days = screen.getByText('When the rest is free').closest('details')
  expect(days?.querySelector('dl')?.textContent).toBe('Nov 30, 2026$3.00After an order or a dispute is settled$0.84')
  const list = await screen.findByRole('list', { name: 'Sales' })
  const [row] = within(list).getAllByRole('listitem')
  for (const shown of ['Tip · Ada', 'Price (100 tokens)', '$5.00', '-$0.20', '-$0.96', '$3.84', 'Free on Nov 30, 2026'])
    expect(row?.textContent).toContain(shown)
})

test('a tip shows the words that came with it, as they were written', async () => {
  const words = 'For the fog, with thanks <b>\u0634\u0643\u0631\u0627</b>'
  const sales = [
    { ...sale, message: words },
    { ...sale, _id: 'silent' },
  ]
  vi.mocked(callApi).mockImplementation(({ path }: { path: string }) =>
    Promise.resolve(path.endsWith('/stats') ? stats : { data: sales, total: 2 }),
  )
  show()
  const shown = await screen.findByText(words)
  expect(shown.getAttribute('dir')).toBe('auto')
  expect(shown.closest('li')?.textContent).toContain('Tip · Ada')
  expect(document.querySelectorAll('blockquote')).toHaveLength(1)
})
