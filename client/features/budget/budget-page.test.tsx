// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { periodOf } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget } from '@vesper/sync/vesper/records/budget.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { loadSettingsFx } from '../../core/settings/model.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { BudgetPage } from './budget-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../../core/page/back-button.tsx', () => ({ BackButton: () => null }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children }: { children: ReactNode }) => <a href="/">{children}</a>) as never,
}))
vi.mock('../../core/sync/pull-now.ts', () => ({ pullNow: () => {} }))

const fan = v7()
const spent = {
  day: { of: periodOf('day', new Date()), cents: 1650 },
  month: { of: periodOf('month', new Date()), cents: 1650 },
}
const budget: Budget = { version: 3, limits: { day: 2000, month: null, creator: null }, raises: {}, spent }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  callApi.mockReset()
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db } as unknown as Sync
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: fan } as Profile })
  callApi.mockResolvedValueOnce({ currency: 'USD', tokenValue: 0.05 })
  await allSettled(loadSettingsFx, { scope: currentScope() })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  engine.sync.db.close()
})

async function show(shown: Budget): Promise<void> {
  await engine.sync.db.wallets.put({ _id: fan, balance: 0, granted: 0, held: 0, debt: 0, updatedAt: '', budget: shown })
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <BudgetPage />
      </I18nProvider>
    </Provider>,
  )
  await screen.findByRole('group', { name: 'Limits' })
}

test('shows the limits that the device holds with what is left of them', async () => {
  await show(budget)
  const day: HTMLInputElement = screen.getByRole('textbox', { name: 'A day' })
  expect(day.value).toBe('20.00')
  expect(within(screen.getByRole('status', { name: 'Left to spend' })).getByText('$3.50 left today')).toBeTruthy()
  expect(screen.getByText(/400 tokens/)).toBeTruthy()
})

test('shows what is left for each creator this month, and for all others', async () => {
  const of = periodOf('month', new Date())
  const creators = [
    { _id: v7(), name: 'Hana', username: 'hana.kiln', cents: 900 },
    { _id: v7(), name: '', username: null, cents: 250 },
  ]
  await show({
    ...budget,
    limits: { day: null, month: null, creator: 1000 },
    spent: { ...spent, creators: { of, creators } },
  })
  const list = screen.getByRole('list', { name: 'Left for each creator this month' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Hana$1.00', 'A creator who has left$7.50']])
  // The page of one who has left is gone.
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hana'])
  expect(screen.getByText('$10.00 are left for every other creator.')).toBeTruthy()
})

test('amounts for creators of another month do not count', async () => {
  const creators = [{ _id: v7(), name: 'Hana', username: 'hana.kiln', cents: 900 }]
  const limits = { day: null, month: null, creator: 1000 }
  await show({ ...budget, limits, spent: { ...spent, creators: { of: '2020-01', creators } } })
  expect(screen.getByText('Nothing was spent yet. $10.00 are left for each creator.')).toBeTruthy()
})

test('saves the limits as cents, and shows when a raise holds', async () => {
  await show(budget)
  const at = new Date(Date.now() + 86_400_000).toISOString()
  callApi.mockResolvedValueOnce({ ...budget, version: 4, raises: { day: { to: 3000, at } } })
  fireEvent.change(screen.getByRole('textbox', { name: 'A day' }), { target: { value: '30' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'For one creator a month' }), { target: { value: 'x' } })
  expect(screen.getByText('Enter an amount such as 20.00, or leave it empty.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'For one creator a month' }), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save limits' }))
  expect(await screen.findByText(/^From .*: \$30\.00$/)).toBeTruthy()
  expect(callApi).toHaveBeenLastCalledWith(
    expect.objectContaining({ path: '/user/budget', body: { day: 3000, month: null, creator: null, version: 3 } }),
  )
  callApi.mockResolvedValueOnce({ ...budget, version: 5 })
  fireEvent.click(screen.getByRole('button', { name: 'Keep $20.00' }))
  await vi.waitFor(() => expect(screen.queryByText(/^From/)).toBeNull())
  expect(callApi).toHaveBeenLastCalledWith(
    expect.objectContaining({ body: { day: 2000, month: null, creator: null, version: 4 } }),
  )
})

test('a raise that is withdrawn, and limits of another device, leave what is typed', async () => {
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await show({ ...budget, raises: { day: { to: 3000, at } } })
  fireEvent.change(screen.getByRole('textbox', { name: 'A month' }), { target: { value: '70' } })
  callApi.mockResolvedValueOnce({ ...budget, version: 4 })
  fireEvent.click(screen.getByRole('button', { name: 'Keep $20.00' }))
  const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  await vi.waitFor(() => expect(text('A day')).toBe('20.00'))
  expect(text('A month')).toBe('70')
  await engine.sync.db.wallets.update(fan, {
    budget: { ...budget, version: 5, limits: { ...budget.limits, day: 1000 } },
  })
  await vi.waitFor(() => expect(text('A day')).toBe('10.00'))
  expect(text('A month')).toBe('70')
})
