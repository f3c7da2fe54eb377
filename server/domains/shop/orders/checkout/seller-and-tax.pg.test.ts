import { setTimeout as delay } from 'node:timers/promises'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { ShownProduct } from '@vesper/sync/vesper/records/product.ts'
import { expect, onTestFinished } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { brokenRules } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { setSellerKind } from '../../../people/performers/commands.ts'
import { changeSettings } from '../../../site/settings/commands.ts'
import { setCartLine } from '../../cart/commands.ts'
import { checkoutOf } from '../testing/buy.ts'
import { post, test } from '../testing/buyer.ts'

function tell(server: TestServer, { id, token }: Person, sellerKind: unknown) {
  return call(server, `PUT /performers/${id}`, { token, body: { sellerKind } })
}

function put(productId: string) {
  const product: ShownProduct = {
    ...{ name: 'Claimed', type: 'physical', price: 100, picture: null, availability: 'plenty', left: null },
    ...{ limitPerBuyer: null, shipsTo: [], shippingPrice: 0 },
    performer: { _id: productId, name: 'Nobody', username: null, avatar: null },
  }
  return mutation('cart.set', { productId, quantity: 1, priceSeen: 100, product })
}

test('carts show how a creator sells before anything is ordered, and follow a change', async ({
  server,
  buyer,
  creator,
}) => {
  const phone = new TestDevice(server, buyer)
  const kind = () => phone.all<CartLine>('cart-lines').map(({ sellerKind }) => sellerKind)
  await phone.sync([put(await makeProduct(server, creator.id))])
  expect(kind()).toEqual([null])
  for (const told of ['trader', 'private'] as const) {
    const { status, body } = await tell(server, creator, told)
    expect([status, body['sellerKind']]).toEqual([200, told])
    await phone.sync()
    expect(kind()).toEqual([told])
  }
  expect((await call(server, `GET /performers/${creator.id}`)).body['sellerKind']).toBe('private')
  expect((await tell(server, creator, 'charity')).status).toBe(400)
  const { body } = await call(server, `PUT /performers/${creator.id}`, { token: creator.token, body: { bio: 'Fog.' } })
  expect(body['sellerKind']).toBe('private')
  expect((await tell(server, buyer, 'trader')).status).toBe(404)
})

test('a line that goes into a cart waits for a creator who tells how they sell right now', async ({
  server,
  buyer,
  creator,
}) => {
  const productId = await makeProduct(server, creator.id)
  const phone = new TestDevice(server, buyer)
  const [order, telling] = [[] as string[], Promise.withResolvers<void>()]
  const told = transact(server.app, creator.actor, async (tx) => {
    await setSellerKind(tx, 'trader')
    telling.resolve()
    await delay(150)
    order.push('told')
  })
  await telling.promise
  const line = { productId, quantity: 1, priceSeen: 100 }
  const added = transact(server.app, buyer.actor, (tx) => setCartLine(tx, line)).then(() => order.push('put in'))
  await Promise.all([told, added])
  expect(order).toEqual(['told', 'put in'])
  await phone.syncAll()
  expect(phone.all<CartLine>('cart-lines')[0]?.sellerKind).toBe('trader')
})

test('an order keeps how its creator sold and the tax of its day, to the cent of each line', async ({
  server,
  buyer,
  creator,
}) => {
  await transact(server.app, null, (tx) => changeSettings(tx, { taxBps: 1900 }))
  onTestFinished(() => transact(server.app, null, (tx) => changeSettings(tx, { taxBps: 0 })))
  await tell(server, creator, 'trader')
  const [print, cup] = [
    await makeProduct(server, creator.id, { shippingPrice: 7 }),
    await makeProduct(server, creator.id, { price: 33 }),
  ]
  const lines = [{ productId: print }, { productId: cup, price: 33 }]
  const { status, body } = await post(server, buyer, checkoutOf(lines, { total: 140 }))
  expect(status).toBe(201)
  const [order] = body['orders'] as Order[]
  // 140 tokens are 7.00, and 7.00 / 1.19 are 5.88 without tax.
  expect(order).toMatchObject({ sellerKind: 'trader', vat: { rate: 1900, currency: 'USD', amount: 112 } })
  const byName = new Map(order?.lines.map(({ productId, vat }) => [productId, vat]))
  expect([byName.get(print), byName.get(cup), order?.vat?.shipping]).toEqual([80, 26, 6])

  await tell(server, creator, 'private')
  await transact(server.app, null, (tx) => changeSettings(tx, { taxBps: 0 }))
  const phone = new TestDevice(server, buyer)
  await phone.syncAll()
  expect(phone.all<Order>('orders')).toMatchObject([{ sellerKind: 'trader', vat: order?.vat }])
  expect(await brokenRules(server)).toEqual([])
})

test('an order of a day without tax has none', async ({ server, buyer, creator }) => {
  const { body } = await post(server, buyer, checkoutOf([{ productId: await makeProduct(server, creator.id) }]))
  const [order] = body['orders'] as Order[]
  expect(order).toMatchObject({ sellerKind: null, vat: null })
  expect(order?.lines[0]).not.toHaveProperty('vat')
})
