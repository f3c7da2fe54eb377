// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { order } from '../../testing/orders.ts'
import { OrderPage } from './order-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
const { callApi, mutate } = vi.hoisted(() => ({ callApi: vi.fn(), mutate: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>) as never,
  useRouter: (() => ({})) as never,
  useCanGoBack: () => true,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  callApi.mockReset()
  mutate.mockReset().mockResolvedValue(undefined)
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db, mutate } as unknown as Sync
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: v7() } as Profile })
})
afterEach(() => {
  cleanup()
  engine.sync.db.close()
})

async function show(held: Order): Promise<void> {
  await engine.sync.db.orders.put(held)
  page(held._id)
  await screen.findByRole('heading', { name: `Order ${held.number}` })
}

function page(orderId: string): void {
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <OrderPage account="me" orderId={orderId} addressForm={() => null} />
      </I18nProvider>
    </Provider>,
  )
}

function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

function inDialog() {
  return within(screen.getByRole('dialog'))
}

test('an order has the buttons that the server allows, and its timeline in words', async () => {
  await show(order({ allowed: ['cancel', 'change-address'] }))
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names).toEqual(expect.arrayContaining(['Cancel order', 'Change address']))
  for (const name of ['I have received it', 'Ask for a refund', 'Withdraw from contract here', 'Appeal']) {
    expect(names).not.toContain(name)
  }
  expect(within(screen.getByRole('list', { name: 'Timeline' })).getByText('Ordered and paid')).toBeTruthy()
})

test('a cancellation is asked about, goes to the server with the version, and shows at once', async () => {
  const held = order({ version: 3 })
  await show(held)
  press('Cancel order')
  expect(callApi).not.toHaveBeenCalled()
  callApi.mockResolvedValue({ ...held, version: 4, fulfilment: 'canceled', payment: 'refunded', allowed: [] })
  fireEvent.click(inDialog().getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('Canceled')).toBeTruthy()
  expect(callApi.mock.lastCall?.[0]).toMatchObject({ path: `/orders/${held._id}/cancel`, body: { version: 3 } })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('the buyer can say without a connection that a parcel has arrived', async () => {
  const held = order({ fulfilment: 'shipped', version: 5, allowed: ['received', 'request-refund'] })
  await show(held)
  press('I have received it')
  fireEvent.click(inDialog().getByRole('button', { name: 'Yes, it is here' }))
  await waitFor(() => expect(mutate).toHaveBeenCalledExactlyOnceWith('order.received', { _id: held._id, version: 5 }))
  expect(callApi).not.toHaveBeenCalled()
})

test('a refund is asked for some of the things, with a reason', async () => {
  const [one, two] = [v7(), v7()]
  const lines = [one, two].map((_id) => ({
    ...(order().lines[0] as Order['lines'][number]),
    _id,
    name: `Print ${_id}`,
  }))
  const held = order({ fulfilment: 'delivered', lines, allowed: ['complete', 'request-refund'] })
  await show(held)
  press('Ask for a refund')
  const dialog = inDialog()
  fireEvent.click(dialog.getByRole('checkbox', { name: `Print ${two}` }))
  fireEvent.change(dialog.getByRole('combobox', { name: `How many of Print ${one}` }), { target: { value: '1' } })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Reason' }), { target: { value: 'damaged' } })
  fireEvent.change(dialog.getByRole('textbox', { name: 'What is wrong' }), { target: { value: 'A torn corner' } })
  callApi.mockResolvedValue({ ...held, version: 2 })
  fireEvent.click(dialog.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(callApi).toHaveBeenCalledOnce())
  expect(callApi.mock.lastCall?.[0]).toMatchObject({
    path: `/orders/${held._id}/refund-request`,
    body: { version: 1, reason: 'damaged', note: 'A torn corner', lines: [{ lineId: one, quantity: 1 }] },
  })
})

test('a withdrawal takes two steps, and is there for parcels that have arrived alone', async () => {
  const held = order({ fulfilment: 'delivered', allowed: ['complete', 'request-refund'] })
  await show(held)
  press('Withdraw from contract here')
  callApi.mockResolvedValue({ ...held, version: 2 })
  fireEvent.click(inDialog().getByRole('button', { name: 'Confirm withdrawal' }))
  await waitFor(() => expect(callApi.mock.lastCall?.[0]).toMatchObject({ body: { reason: 'withdrawal' } }))
  cleanup()
  await show(order({ type: 'digital', fulfilment: 'completed', address: null, allowed: ['request-refund'] }))
  expect(screen.queryByRole('button', { name: 'Withdraw from contract here' })).toBeNull()
})

test('a silent seller shows beforehand, and a refusal of the server leaves the order as it is', async () => {
  const held = order({
    fulfilment: 'processing',
    cancelableAt: '2026-12-03T09:00:00.000Z',
    allowed: ['request-refund'],
  })
  await show(held)
  expect(screen.getByText(/If it is not sent by December 3, 2026, you can cancel it then/)).toBeTruthy()
})

test('an order that is nobody’s or somebody else’s is not there', async () => {
  callApi.mockRejectedValue(new Refusal('not-found', 'There is no such order.'))
  page(v7())
  expect(await screen.findByText('There is no such order')).toBeTruthy()
})

test('the order tells how its seller sold, and the tax in each line, in the shipping and in all', async () => {
  const [line] = order().lines
  await show(
    order({
      sellerKind: 'trader',
      vat: { rate: 1900, currency: 'USD', amount: 184, shipping: 24 },
      lines: [{ ...(line as Order['lines'][number]), vat: 160 }],
    }),
  )
  expect(screen.getByText('Sells as a trader')).toBeTruthy()
  expect(screen.getByText('VAT included (19%)').nextElementSibling?.textContent).toBe('$1.84')
  expect(screen.getAllByText(/^VAT included: /).map(({ textContent }) => textContent)).toEqual([
    'VAT included: $1.60',
    'VAT included: $0.24',
  ])
})
