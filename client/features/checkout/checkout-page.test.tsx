// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { loadSettingsFx } from '../../core/settings/model.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { cartLine } from '../../testing/cart-line.ts'
import { order } from '../../testing/orders.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { useReview } from './use-review.ts'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children, to, onClick }: { children: ReactNode; to: string; onClick?: () => void }) => (
    <a href={to} onClick={onClick}>
      {children}
    </a>
  )) as never,
}))

const fan = v7()
const address = {
  ...{ _id: v7(), userId: fan, name: 'Ada Lind', line1: 'Storgatan 1', line2: '', city: 'Umeå', state: '' },
  ...{ postal: '903 26', country: 'SE', phone: null, isDefault: true, createdAt: '', updatedAt: '' },
}
const mara = cartLine().product.performer
const print = cartLine({ _id: v7(), product: { shippingPrice: 30 } })
const notes = cartLine({ _id: v7(), quantity: 1, product: { name: 'Notes', type: 'digital', price: 60 } })

// Roles of whole pages are slow to find in happy-dom.
vi.setConfig({ testTimeout: 20_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  callApi.mockReset()
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db } as unknown as Sync
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: fan } as Profile })
})
afterEach(() => {
  cleanup()
  engine.sync.db.close()
})

async function show(lines: CartLine[], { balance = 1000, addresses = [address] } = {}): Promise<void> {
  const { db } = engine.sync
  await db['cart-lines'].bulkPut(lines)
  await db.addresses.bulkPut(addresses)
  await db.wallets.put({ _id: fan, userId: fan, balance, granted: 0, held: 0, debt: 0, updatedAt: '' } as never)
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <CheckoutPage account={fan} addressForm={() => null} />
        <CartSize />
      </I18nProvider>
    </Provider>,
  )
  await screen.findByRole('heading', { name: 'Review your order' })
}

/** Reads the cart as the page does, after the page: what is shown here, the page knows. */
function CartSize() {
  const review = useReview()
  return <p>Lines in the cart: {review?.lines.length}</p>
}

function payButton(tokens: number): Promise<HTMLElement> {
  return screen.findByRole('button', { name: `Pay ${tokens} tokens` })
}

/** The button, once the device knows that nothing stands against paying. */
async function ready(tokens: number): Promise<HTMLElement> {
  const button = await payButton(tokens)
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  return button
}

function consent(): HTMLElement {
  return screen.getByRole('checkbox', { name: /^Give me the files at once/ })
}

function sent(): Record<string, unknown>[] {
  return (callApi.mock.calls as [{ body: Record<string, unknown> }][]).map(([{ body }]) => body)
}

test('parcels and files are paid together: one card for each order, where to, and the consent', async () => {
  await show([print, notes])
  const pay = await payButton(290)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    ...['MaraSent to you', 'MaraFiles, at once', 'Delivery address'],
  ])
  const where = within(screen.getByRole('radiogroup', { name: 'Delivery address' }))
  expect(where.getByRole<HTMLInputElement>('radio').checked).toBe(true)
  expect(pay.hasAttribute('disabled')).toBe(true)
  fireEvent.click(consent())
  callApi.mockResolvedValue({ orders: [order(), order({ number: 'QQ22AABB', type: 'digital' })], balance: 710 })
  fireEvent.click(await ready(290))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Order QQ22AABB' })).toBeTruthy()
  expect(sent()).toMatchObject([
    {
      ...{ total: 290, addressId: address._id, consent: '2026-11' },
      lines: [
        { productId: print._id, quantity: 2, price: 100 },
        { productId: notes._id, quantity: 1, price: 60 },
      ],
    },
  ])
})

test('the seller is named as a trader or a private person, and the tax stands with the sum, before anything is paid', async () => {
  const settings = { tokenValue: 0.05, currency: 'USD', taxBps: 1900 }
  callApi.mockResolvedValueOnce(settings)
  await allSettled(loadSettingsFx, { scope: currentScope() })
  const apron = cartLine({
    _id: v7(),
    sellerKind: 'private',
    product: { performer: { ...mara, _id: 'teo', name: 'Teo' } },
  })
  await show([{ ...print, sellerKind: 'trader' }, apron])
  const card = (name: string) => within(screen.getByRole('region', { name: new RegExp(`^${name}`) }))
  await payButton(430)
  expect(card('Mara').getByText('Sells as a trader')).toBeTruthy()
  expect(card('Teo').getByText('Sells as a private person')).toBeTruthy()
  // 11.50 have 1.84 of tax, 10.00 have 1.60.
  expect(screen.getByText('VAT included (19%)').nextElementSibling?.textContent).toBe('$3.44')
})

test('a file alone needs no address, and a parcel alone no consent', async () => {
  await show([notes], { addresses: [] })
  await payButton(60)
  expect(screen.queryByRole('radiogroup')).toBeNull()
  cleanup()
  await engine.sync.db['cart-lines'].clear()
  await show([print])
  await ready(230)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('all that changed is said at its line, the price that is agreed to is the new one', async () => {
  const bag = cartLine({ _id: v7(), quantity: 1, product: { name: 'Bag', price: 40 } })
  await show([print, bag])
  const lines = [print, bag].toSorted((a, b) => a._id.localeCompare(b._id))
  callApi.mockRejectedValueOnce(
    new Refusal('conflict', 'Some things have changed. Nothing was charged.', [
      { path: `lines.${lines.indexOf(print)}.price`, message: '120' },
      { path: `lines.${lines.indexOf(bag)}.quantity`, message: 'Sold out.' },
    ]),
  )
  fireEvent.click(await ready(270))
  expect(await screen.findByText('Some things have changed. Nothing was charged.')).toBeTruthy()
  expect(screen.getByText(/The price has changed to/)).toBeTruthy()
  expect(screen.getByText('Sold out.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Leave out Bag' }))
  callApi.mockResolvedValueOnce({ orders: [order()], balance: 0 })
  fireEvent.click(await ready(270))
  await screen.findByRole('heading', { name: 'Thank you' })
  const [first, second] = sent()
  expect(second).toMatchObject({ total: 270, lines: [{ productId: print._id, quantity: 2, price: 120 }] })
  expect(second?.['_id']).not.toBe(first?.['_id'])
})

test('a lost answer is asked for again with the same id', async () => {
  await show([print])
  callApi.mockRejectedValueOnce(new ConnectionError('offline'))
  fireEvent.click(await ready(230))
  expect(await screen.findByText(/you are not charged twice/)).toBeTruthy()
  callApi.mockResolvedValueOnce({ orders: [order()], balance: 0 })
  fireEvent.click(await ready(230))
  await screen.findByRole('heading', { name: 'Thank you' })
  const [first, second] = sent()
  expect(second?.['_id']).toBe(first?.['_id'])
})

test('tokens that the wallet lacks are said, with the way to the wallet', async () => {
  await show([print], { balance: 200 })
  expect((await payButton(230)).hasAttribute('disabled')).toBe(true)
  expect(await screen.findByText(/^You need 30 more tokens\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Another amount' }).getAttribute('href')).toBe('/wallet')
})

test('a country that the seller does not send to is said before anything is paid', async () => {
  await show([{ ...print, product: { ...print.product, shipsTo: ['DE'] } }])
  expect(await screen.findByText('This creator does not send it to Sweden.')).toBeTruthy()
  expect(screen.getByText('Not all of your order is sent to this country.')).toBeTruthy()
})

test('a cart that was bought says where it went, before the answer is there too', async () => {
  await show([print])
  const answer = Promise.withResolvers<unknown>()
  callApi.mockReturnValueOnce(answer.promise)
  fireEvent.click(await ready(230))
  // The device hears of the charge before the answer comes.
  await engine.sync.db['cart-lines'].clear()
  await screen.findByText('Lines in the cart: 0')
  expect(screen.queryByText('There is nothing to buy')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Delivery address' })).toBeTruthy()
  answer.resolve({ orders: [order()], balance: 0 })
  await screen.findByRole('heading', { name: 'Thank you' })
  await waitFor(() => expect(screen.getByRole('link', { name: 'See your orders' })).toBeTruthy())
})

const poster = cartLine({ _id: v7(), quantity: 1, product: { name: 'Poster', type: 'digital', price: 10 } })

test.each([
  ['the same files at the same prices, stands', [notes], true],
  ['another file, is asked for anew', [notes, poster], false],
  ['another price, is asked for anew', [{ ...notes, product: { ...notes.product, price: 61 } }], false],
])('a consent that was given before a top-up, met again by %s', async (_, lines, stands) => {
  localStorage.clear()
  await show([notes], { balance: 0 })
  await payButton(60)
  fireEvent.click(consent())
  fireEvent.click(screen.getByRole('link', { name: 'Another amount' }))
  cleanup()
  await show(lines)
  await screen.findByRole('button', { name: /^Pay/ })
  const box = consent() as HTMLInputElement
  expect(box.checked).toBe(stands)
  fireEvent.click(box)
  expect(box.checked).toBe(!stands)
})
