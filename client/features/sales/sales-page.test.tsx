// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { order, queuedStep } from '../../testing/orders.ts'
import type { SaleTab } from './sale-tabs.ts'
import { SalesPage } from './sales-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
const { callApi, mutate } = vi.hoisted(() => ({ callApi: vi.fn(), mutate: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>) as never,
}))

// Roles of whole pages are slow to find in happy-dom.
vi.setConfig({ testTimeout: 20_000 })
configure({ asyncUtilTimeout: 5_000 })

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

async function show(sales: Order[], tab: SaleTab = 'todo'): Promise<void> {
  await engine.sync.db.sales.bulkPut(sales)
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <SalesPage shown={tab} onShow={() => {}} />
      </I18nProvider>
    </Provider>,
  )
  await screen.findByRole('heading', { name: `Order ${sales[0]?.number}` })
}

const asNew = { fulfilment: 'new', allowed: ['process', 'cancel', 'refund'] } as const
const asPacked = { fulfilment: 'processing', allowed: ['ship', 'cancel', 'refund'], version: 2 } as const

function sale(given: Partial<Order>): Order {
  return order(given)
}

function inDialog() {
  return within(screen.getByRole('dialog'))
}

test('an order that is new is packed and sent in two steps, with its tracking number', async () => {
  const held = sale({ ...asNew, allowed: [...asNew.allowed] })
  await show([held])
  fireEvent.click(screen.getByRole('button', { name: 'Mark as shipped' }))
  const dialog = inDialog()
  fireEvent.change(dialog.getByRole('textbox', { name: /^Carrier/ }), { target: { value: 'PostNord' } })
  fireEvent.change(dialog.getByRole('textbox', { name: 'Tracking number' }), { target: { value: ' SE123 ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Mark as shipped' }))
  const parcel = { carrier: 'PostNord', trackingNumber: 'SE123', trackingUrl: null }
  await waitFor(() =>
    expect(mutate.mock.calls).toEqual([
      ['order.process', { _id: held._id, version: 1 }],
      ['order.ship', { _id: held._id, version: 2, ...parcel }],
    ]),
  )
})

test('several are marked at once, each with a number of its own', async () => {
  const [first, second] = [
    sale({ ...asPacked, allowed: [...asPacked.allowed], number: 'AAAA2222' }),
    sale({ ...asPacked, allowed: [...asPacked.allowed], number: 'BBBB3333', paidAt: '2026-11-27T09:00:00.000Z' }),
  ]
  await show([first, second])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
  fireEvent.click(screen.getByRole('button', { name: 'Mark 2 as shipped' }))
  const dialog = inDialog()
  for (const number of ['AAAA2222', 'BBBB3333']) {
    const field = dialog.getByRole('textbox', { name: new RegExp(`^Tracking number for ${number}`) })
    fireEvent.change(field, { target: { value: `T-${number}` } })
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Mark 2 as shipped' }))
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(2))
  const calls = mutate.mock.calls as [string, { _id: string; version: number; trackingNumber: string }][]
  expect(calls.map(([name, args]) => [name, args._id, args.version, args.trackingNumber])).toEqual([
    ['order.ship', first._id, 2, 'T-AAAA2222'],
    ['order.ship', second._id, 2, 'T-BBBB3333'],
  ])
})

test('a sale says that its step waits, and why one was refused, with the way to the outbox', async () => {
  const [first, second] = [
    sale({ ...asPacked, allowed: [...asPacked.allowed], number: 'AAAA2222' }),
    sale({ ...asPacked, allowed: [...asPacked.allowed], number: 'BBBB3333', paidAt: '2026-11-27T09:00:00.000Z' }),
  ]
  const rejection = { kind: 'conflict' as const, message: 'This order is canceled; that is no longer possible.' }
  await engine.sync.db.outbox.bulkPut([
    queuedStep(first._id),
    queuedStep(second._id, { order: 2, state: 'rejected', rejection }),
  ])
  await show([first, second])
  const card = (number: string) => within(screen.getByRole('region', { name: `Order ${number}` }))
  expect(await card('AAAA2222').findByText('Waiting')).toBeTruthy()
  expect(card('AAAA2222').queryByRole('link')).toBeNull()
  expect(await card('BBBB3333').findByText(rejection.message)).toBeTruthy()
  expect(card('BBBB3333').getByRole('link', { name: 'Retry or discard' }).getAttribute('href')).toBe('/outbox')
})

test('a refund is of pieces or of tokens, never more than was paid', async () => {
  const held = sale({ fulfilment: 'shipped', allowed: ['refund'], version: 4 })
  await show([held], 'shipped')
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = inDialog()
  const tokens = dialog.getByRole('textbox', { name: 'Or tokens' })
  fireEvent.change(tokens, { target: { value: '201' } })
  expect(dialog.getByText('At most 200')).toBeTruthy()
  expect(dialog.getByRole('button', { name: /^Give/ }).hasAttribute('disabled')).toBe(true)
  fireEvent.change(tokens, { target: { value: '' } })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Pieces' }), { target: { value: '1' } })
  callApi.mockResolvedValue({ ...held, version: 5 })
  fireEvent.click(dialog.getByRole('button', { name: 'Give 100 tokens back' }))
  await waitFor(() => expect(callApi).toHaveBeenCalledOnce())
  expect(callApi.mock.lastCall?.[0]).toMatchObject({
    ...{ method: 'PUT', path: `/orders/${held._id}/update` },
    body: { version: 4, refund: { lines: [{ lineId: held.lines[0]?._id, quantity: 1 }], restock: true } },
  })
})

test('a request is answered where it stands; a refusal needs words', async () => {
  const request: NonNullable<Order['refundRequest']> = {
    ...{ state: 'open', reason: 'damaged', note: 'A torn corner', lines: [], answer: '', isFinal: false },
    ...{ answerBy: '2026-11-29T09:00:00.000Z', at: '2026-11-26T09:00:00.000Z' },
  }
  const held = sale({
    fulfilment: 'delivered',
    refundRequest: request,
    allowed: ['refund', 'grant', 'refuse'],
  })
  await show([held])
  expect(screen.getByText('A torn corner')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  const refuse = inDialog().getByRole('button', { name: 'Refuse refund' })
  expect(refuse.hasAttribute('disabled')).toBe(true)
  fireEvent.change(inDialog().getByRole('textbox', { name: 'Why you refuse' }), { target: { value: 'It was whole.' } })
  callApi.mockResolvedValue({ ...held, version: 2 })
  fireEvent.click(refuse)
  await waitFor(() =>
    expect(callApi.mock.lastCall?.[0]).toMatchObject({
      body: { version: 1, request: { decision: 'refuse', answer: 'It was whole.' } },
    }),
  )
})

test('a packing slip is on paper alone: the address and the things, without prices', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await show([sale({ ...asNew, allowed: [...asNew.allowed] })])
  fireEvent.click(screen.getByRole('button', { name: 'Packing slip' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const slip = document.querySelector('.packing-slip')
  expect(slip?.textContent).toContain('Storgatan 1')
  expect(slip?.textContent).not.toMatch(/token|230|100/)
  dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(document.querySelector('.packing-slip')).toBeNull())
  vi.unstubAllGlobals()
})
