import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { test as base } from '../../testing/fixtures.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { makePerson } from '../../infra/sync/testing/person.ts'
import type { Person } from '../../infra/sync/testing/person.ts'
import { TestDevice } from '../../infra/sync/testing/test-device.ts'
import type { TestServer } from '../../testing/server.ts'
import { call } from '../accounts/testing/api.ts'
import { Asset } from '../assets/entity.ts'
import { setCartLine } from '../cart/commands.ts'
import { Coupon } from '../coupons/entity.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { editProduct, makeProduct } from '../products/testing/product.ts'
import { checkout } from './checkout.ts'
import { Checkout, Order, OrderLine } from './entity.ts'
import { checkoutOf, makeAddress } from './testing/buy.ts'

type Buyer = Person & { addressId: string }

async function rich(server: TestServer, fan: Person, tokens = 1000): Promise<Buyer> {
  await fillWallet(server, fan.id, { paid: tokens, granted: 100 })
  return { ...fan, addressId: await makeAddress(server, fan) }
}

const test = base.extend('buyer', { scope: 'test' }, ({ server, fan }) => rich(server, fan))

function post(server: TestServer, buyer: Buyer, body: object) {
  const whole = { addressId: buyer.addressId, consent: '2026-11', ...body }
  return call(server, 'POST /orders', { token: buyer.token, body: whole })
}

async function stockOf({ app }: TestServer, id: string): Promise<number | null | undefined> {
  return (await app.orm.em.fork().findOneOrFail(Asset, { id })).stock
}

function ordersOf({ app }: TestServer, { id: buyerId }: Person): Promise<Order[]> {
  return app.orm.em.fork().find(Order, { buyerId })
}

test('a cart of two creators, parcels and files, is three orders of one payment', async ({
  server,
  buyer,
  creator,
}) => {
  const other = await makePerson(server, `seller_${randomUUID().slice(0, 8)}`, true)
  const [print, cup, notes, stamp] = [
    await makeProduct(server, creator.id, { shippingPrice: 20 }),
    await makeProduct(server, creator.id, { price: 50, shippingPrice: 30 }),
    await makeProduct(server, creator.id, { price: 40, type: 'digital', stock: null }),
    await makeProduct(server, other.id, { price: 5 }),
  ]
  const lines = [
    { productId: print, quantity: 2 },
    { productId: cup, price: 50 },
    { productId: notes, price: 40 },
    { productId: stamp, price: 5, quantity: 3 },
  ]
  const devices = [new TestDevice(server, buyer), new TestDevice(server, creator), new TestDevice(server, other)]
  for (const device of devices) await device.syncAll()
  const body = checkoutOf(lines, { total: 335, note: 'Ring twice' })
  const { status, body: answer } = await post(server, buyer, body)
  expect([status, answer['balance']]).toEqual([201, 1100 - 335])
  const orders = answer['orders'] as { tokens: number; type: string; fulfilment: string; shipping: number }[]
  const shown = orders.map(({ tokens, type, fulfilment, shipping }) => [tokens, type, fulfilment, shipping].join(' '))
  expect(new Set(shown)).toEqual(new Set(['280 physical new 30', '40 digital completed 0', '15 physical new 0']))
  const again = await post(server, buyer, body)
  expect([again.status, again.body['balance'], (again.body['orders'] as unknown[]).length]).toEqual([200, 765, 3])
  const other409 = await post(server, buyer, { ...body, note: 'Ring once' })
  expect([other409.status, other409.body['message']]).toEqual([409, 'This was used for something else.'])
  for (const device of devices) await device.syncAll()
  const [own, first, second] = devices
  expect(own?.all('orders')).toHaveLength(3)
  expect([first?.all('sales').length, second?.all('sales').length]).toEqual([2, 1])
  expect(second?.all('sales')).toMatchObject([
    { address: { line1: 'Storgatan 1' }, buyerNote: 'Ring twice', allowed: ['process', 'cancel', 'refund'] },
  ])
  expect(own?.all('grants')).toMatchObject([{ objectType: 'product', objectId: notes }])
  for (const device of devices) expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  const emails = await server.app.orm.em.fork().execute<{ text: string }[]>('select * from mail')
  expect(emails.filter((mail) => JSON.stringify(mail).includes('has ordered from you'))).toHaveLength(3)
  expect(JSON.stringify(emails)).not.toContain('Storgatan')
  expect(await brokenRules(server)).toEqual([])
})

test('all that has changed is told at once, and nothing is charged', async ({ server, buyer, creator }) => {
  const [dearer, few, gone, limited, far] = [
    await makeProduct(server, creator.id),
    await makeProduct(server, creator.id, { stock: 1 }),
    await makeProduct(server, creator.id, { status: 'archived' }),
    await makeProduct(server, creator.id, { limitPerBuyer: 2 }),
    await makeProduct(server, creator.id, { shipsTo: ['NO', 'FI'] }),
  ]
  expect((await post(server, buyer, checkoutOf([{ productId: limited }]))).status).toBe(201)
  await editProduct(server, dearer, { price: 150 })
  const lines = [
    { productId: dearer },
    { productId: few, quantity: 2 },
    { productId: gone },
    { productId: limited, quantity: 2 },
    { productId: far },
    { productId: randomUUID() },
  ]
  const { status, body } = await post(server, buyer, checkoutOf(lines))
  expect([status, body['message']]).toEqual([409, 'Some things have changed. Nothing was charged.'])
  expect(body['details']).toEqual([
    { path: 'lines.0.price', message: '150' },
    { path: 'lines.1.quantity', message: 'Only 1 left.' },
    { path: 'lines.2.productId', message: 'This is no longer sold.' },
    { path: 'lines.3.quantity', message: 'You have bought as many as one buyer may.' },
    { path: 'lines.4.shipsTo', message: 'This creator does not ship to that country.' },
    { path: 'lines.5.productId', message: 'This is no longer sold.' },
  ])
  const total = await post(server, buyer, checkoutOf([{ productId: few }], { total: 99 }))
  expect([total.status, total.body['details']]).toEqual([409, [{ path: 'total', message: '100' }]])
  expect(await ordersOf(server, buyer)).toHaveLength(1)
  expect(await stockOf(server, few)).toBe(1)
  expect(await brokenRules(server)).toEqual([])
})

test('products that nobody may buy are refused in words', async ({ server, buyer, creator }) => {
  const print = await makeProduct(server, creator.id)
  const file = await makeProduct(server, creator.id, { type: 'digital', stock: null, price: 10 })
  const refusal = async (body: object, who: Buyer = buyer) => {
    const answer = await post(server, who, body)
    return [answer.status, answer.body['message']]
  }
  const body = () => checkoutOf([{ productId: print }])
  expect(await refusal(body(), { ...creator, addressId: buyer.addressId })).toEqual([
    403,
    'You cannot buy your own product.',
  ])
  const address = [400, 'Choose an address for what is sent.']
  expect(await refusal({ ...body(), addressId: null })).toEqual(address)
  const stranger = await rich(server, await makePerson(server, `stranger_${randomUUID().slice(0, 8)}`), 1)
  expect(await refusal({ ...body(), addressId: stranger.addressId })).toEqual(address)
  await fillWallet(server, stranger.id, { paid: 19 })
  expect(await refusal(checkoutOf([{ productId: print, quantity: 2 }]), stranger)).toEqual([
    402,
    'Not enough tokens. You need 80 more.',
  ])
  expect(await refusal({ ...body(), lines: [] })).toEqual([400, 'There is nothing to buy.'])
  const bought = await post(server, buyer, { ...checkoutOf([{ productId: file, price: 10 }]), addressId: null })
  expect(bought.status).toBe(201)
  const owned = await post(server, buyer, checkoutOf([{ productId: file, price: 10 }]))
  expect(owned.body['details']).toEqual([{ path: 'lines.0.quantity', message: 'You own this already.' }])
  expect(await brokenRules(server)).toEqual([])
})

test('one product is bought without a cart, in the words of every purchase', async ({ server, buyer, creator }) => {
  const productId = await makeProduct(server, creator.id, { shippingPrice: 7 })
  const body = { _id: randomUUID(), price: 100, quantity: 2, addressId: buyer.addressId }
  const buy = (given: object) =>
    call(server, `POST /wallet/charges/product/${productId}`, { token: buyer.token, body: { ...body, ...given } })
  const stale = await buy({ price: 90, total: 207 })
  expect([stale.status, stale.body['message'], stale.body['details']]).toEqual([
    409,
    'The price has changed. Nothing was charged.',
    [{ path: 'price', message: '100' }],
  ])
  // The price of a piece tells nothing of shipping: it is agreed to as a total.
  for (const unseen of [{}, { total: 200 }]) {
    expect(await buy(unseen)).toMatchObject({
      ...{ status: 409, body: { message: stale.body['message'], details: [{ path: 'total', message: '207' }] } },
    })
  }
  const first = await buy({ total: 207 })
  expect(first.status).toBe(201)
  const charge = { _id: body._id, type: 'product', tokens: 207, balance: 893 }
  expect(first.body).toMatchObject({ charge, order: { tokens: 207, shipping: 7 } })
  expect(await buy({ total: 207 })).toMatchObject({ status: 200, body: { charge } })
  expect((await buy({ quantity: 1, total: 207 })).status).toBe(409)
  const plain = await makeProduct(server, creator.id, { price: 5 })
  const { price: _, ...given } = body
  const target = `POST /wallet/charges/product/${plain}` as const
  const unposted = { ...given, _id: randomUUID(), price: 5 }
  expect((await call(server, target, { token: buyer.token, body: unposted })).status).toBe(201)
  const listed = await call(server, 'GET /wallet/charges/search?type=product', { token: buyer.token })
  expect(listed.body['total']).toBe(2)
  expect(await brokenRules(server)).toEqual([])
})

test('a coupon lowers the lines of its creator, once, and the parts are kept', async ({ server, buyer, creator }) => {
  const other = await makePerson(server, `seller_${randomUUID().slice(0, 8)}`, true)
  const code = randomUUID().slice(0, 8).toUpperCase()
  await transact(server.app, null, async ({ em, now }) => {
    const terms = { kinds: ['product' as const], percent: 50, performerId: creator.id, createdAt: now }
    em.create(Coupon, { id: v7(), code, ...terms })
  })
  const lines = [
    { productId: await makeProduct(server, creator.id, { price: 33 }), price: 33 },
    { productId: await makeProduct(server, creator.id, { price: 10 }), price: 10 },
    { productId: await makeProduct(server, other.id, { price: 10 }), price: 10 },
  ]
  const { status, body } = await post(server, buyer, checkoutOf(lines, { couponCode: code, total: 32 }))
  expect([status, body['balance']]).toEqual([201, 1068])
  const kept = await server.app.orm.em
    .fork()
    .find(OrderLine, { productId: { $in: lines.map((line) => line.productId) } })
  expect(
    kept.map(({ unitPrice, discount }) => [unitPrice, discount]).toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0)),
  ).toEqual([
    [10, 0],
    [10, 5],
    [33, 16],
  ])
  const again = await post(server, buyer, checkoutOf(lines, { couponCode: code, total: 32 }))
  expect([again.status, again.body['message']]).toEqual([404, 'This code does not apply here.'])
  expect(await brokenRules(server)).toEqual([])
})

test(
  'of 16 buyers at once, with carts in any order, five have the last five pieces',
  { timeout: 60_000 },
  async ({ server, creator }) => {
    const scarce = await makeProduct(server, creator.id, { stock: 5 })
    const plenty = [
      await makeProduct(server, creator.id, { stock: 99 }),
      await makeProduct(server, creator.id, { stock: 99 }),
    ]
    const buyers = await Promise.all(
      Array.from({ length: 16 }, async () =>
        rich(server, await makePerson(server, `many_${randomUUID().slice(0, 8)}`)),
      ),
    )
    const answers = await Promise.all(
      buyers.map((buyer, index) => {
        const cart = index % 2 === 0 ? [scarce] : [...plenty, scarce].toSorted(() => Math.random() - 0.5)
        return post(server, buyer, checkoutOf(cart.map((productId) => ({ productId }))))
      }),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(11).fill(409),
    ])
    const refused = answers.filter(({ status }) => status === 409)
    for (const { body } of refused) expect(body['details']).toMatchObject([{ message: 'Sold out.' }])
    expect(await stockOf(server, scarce)).toBe(0)
    expect(await brokenRules(server)).toEqual([])
  },
)

test('one buyer on many devices at once has no more than the limit, and the same checkout once', async ({
  server,
  buyer,
  creator,
}) => {
  const limited = await makeProduct(server, creator.id, { limitPerBuyer: 2, price: 10 })
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => post(server, buyer, checkoutOf([{ productId: limited, price: 10 }]))),
  )
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(2)
  const free = await makeProduct(server, creator.id, { price: 10, stock: 3 })
  const body = checkoutOf([{ productId: free, price: 10 }])
  const same = await Promise.all(Array.from({ length: 6 }, () => post(server, buyer, body)))
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 201])
  expect(await stockOf(server, free)).toBe(2)
  expect(await brokenRules(server)).toEqual([])
})

test('a product that another device puts into the cart while one pays stays', async ({ server, buyer, creator }) => {
  const [print, cup] = [await makeProduct(server, creator.id), await makeProduct(server, creator.id)]
  const [phone, laptop] = [new TestDevice(server, buyer), new TestDevice(server, buyer)]
  const put = (productId: string, quantity: number) =>
    transact(server.app, buyer.actor, (tx) => setCartLine(tx, { productId, quantity, priceSeen: 100 }))
  await put(print, 2)
  await phone.syncAll()
  await put(print, 3)
  await put(cup, 1)
  expect((await post(server, buyer, checkoutOf([{ productId: print, quantity: 2 }]))).status).toBe(201)
  for (const device of [phone, laptop]) {
    await device.syncAll()
    const held = device.all<{ _id: string; quantity: number }>('cart-lines').map(({ _id, quantity }) => [_id, quantity])
    expect(Object.fromEntries(held)).toEqual({ [print]: 1, [cup]: 1 })
  }
})

test('a sale raises the spaces of buyer and seller, and carts only when they show another number', async ({
  server,
  buyer,
  creator,
}) => {
  const productId = await makeProduct(server, creator.id, { stock: 8 })
  const others = await Promise.all(
    Array.from({ length: 3 }, () => makePerson(server, `cart_${randomUUID().slice(0, 8)}`)),
  )
  for (const { actor } of others) {
    await transact(server.app, actor, (tx) => setCartLine(tx, { productId, quantity: 1, priceSeen: 100 }))
  }
  const versions = async () => {
    const rows = await server.app.orm.em
      .fork()
      .execute<{ id: string; version: string }[]>('select id, version from space')
    return new Map(rows.map(({ id, version }) => [id, version]))
  }
  const raisedBy = async (quantity: number) => {
    const before = await versions()
    expect((await post(server, buyer, checkoutOf([{ productId, quantity }]))).status).toBe(201)
    return [...(await versions())].filter(([id, version]) => before.get(id) !== version).map(([id]) => id)
  }
  const sides = [`u:${buyer.id}`, `u:${creator.id}`]
  expect(new Set(await raisedBy(2))).toEqual(new Set(sides))
  expect(new Set(await raisedBy(1))).toEqual(new Set([...sides, ...others.map(({ id }) => `u:${id}`)]))
  const device = new TestDevice(server, others[0] ?? buyer)
  await device.syncAll()
  expect(device.all('cart-lines')).toMatchObject([{ product: { availability: 'few', left: 5 } }])
})

test('a checkout that fails anywhere has done nothing, and the same one afterwards is whole', async ({
  server,
  buyer,
  creator,
}) => {
  const [print, file] = [
    await makeProduct(server, creator.id, { stock: 4 }),
    await makeProduct(server, creator.id, { type: 'digital', stock: null, price: 10 }),
  ]
  await transact(server.app, buyer.actor, (tx) => setCartLine(tx, { productId: print, quantity: 1, priceSeen: 100 }))
  const lines = [
    { productId: print, quantity: 1, price: 100 },
    { productId: file, quantity: 1, price: 10 },
  ]
  const request = {
    ...{ _id: randomUUID(), lines, addressId: buyer.addressId },
    total: 110,
    consent: '2026-11',
    note: '',
  }
  const state = async () => {
    const em = server.app.orm.em.fork()
    const counts = [await em.count(Order, { buyerId: buyer.id }), await em.count(Checkout, { buyerId: buyer.id })]
    const device = new TestDevice(server, buyer)
    await device.syncAll()
    const shown = ['wallets', 'cart-lines', 'grants', 'orders'].map((name) => device.all(name as 'orders').length)
    return [...counts, ...shown, await stockOf(server, print)]
  }
  const before = await state()
  let steps = 0
  for (let failing = 1; ; failing += 3) {
    const tried = transact(server.app, buyer.actor, (tx) => checkout(failAt(tx, failing), request))
    const failed = await tried.then(
      () => false,
      (error: unknown) => (error as Error).message === 'the power is gone',
    )
    if (!failed) break
    steps += 1
    if (steps % 5 === 1) expect(await state(), `after step ${failing}`).toEqual(before)
  }
  expect(steps).toBeGreaterThan(8)
  expect((await transact(server.app, buyer.actor, (tx) => checkout(tx, request))).isNew).toBe(false)
  expect(await state()).toEqual([2, 1, 1, 0, 1, 2, 3])
  expect(await brokenRules(server)).toEqual([])
})

/** The transaction, whose database is gone at its call number `last`. */
function failAt(tx: Tx, last: number): Tx {
  let calls = 0
  for (const name of ['execute', 'find', 'findOne', 'flush', 'count'] as const) {
    const whole = tx.em[name].bind(tx.em) as (...args: unknown[]) => unknown
    Object.assign(tx.em, {
      [name](...args: unknown[]) {
        calls += 1
        if (calls === last) throw new Error('the power is gone')
        return whole(...args)
      },
    })
  }
  return tx
}
