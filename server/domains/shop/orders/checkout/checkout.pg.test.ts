import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { File } from '../../../../infra/files/entity.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { setBlock } from '../../../community/blocks/commands.ts'
import { makeAsset } from '../../../content/assets/testing/asset.ts'
import { editProduct, makeProduct } from '../../../content/products/testing/product.ts'
import { Coupon } from '../../../money/coupons/entity.ts'
import { brokenRules, fillWallet } from '../../../money/money/testing/books.ts'
import { User } from '../../../people/accounts/entity.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { OrderLine } from '../entity.ts'
import { checkoutOf } from '../testing/buy.ts'
import { ordersOf, post, rich, stockOf, test } from '../testing/buyer.ts'
import type { Buyer } from '../testing/buyer.ts'

const PREPARED = 'This is still being prepared. You can buy it when its files are ready.'

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

test('a file is sold when it can be downloaded, and not a moment before', async ({ server, buyer, creator }) => {
  const digital = { kind: 'product', type: 'digital', price: 10, access: 'public' } as const
  const { id, files } = await makeAsset(server, creator.id, {
    ...digital,
    files: { fileIds: { status: 'processing' } },
  })
  const setStatus = (status: 'failed' | 'ready') =>
    transact(server.app, null, async ({ em }) => {
      Object.assign(await em.findOneOrFail(File, { id: files.fileIds ?? '' }), { status })
    })
  const shown = async () => (await call(server, `GET /performer-assets/products/${id}`)).body['unready']
  const ways = [
    () => post(server, buyer, checkoutOf([{ productId: id, price: 10 }])),
    () => {
      const body = { _id: randomUUID(), price: 10, quantity: 1, consent: '2026-11', note: '', addressId: null }
      return call(server, `POST /wallet/charges/product/${id}`, { token: buyer.token, body })
    },
  ]
  for (const way of ways) {
    const { status, body } = await way()
    expect([status, JSON.stringify(body).match(PREPARED)?.[0]]).toEqual([409, PREPARED])
  }
  expect(await shown()).toBe('processing')
  await setStatus('failed')
  const failed = await ways[0]?.()
  expect([failed?.status, await shown()]).toEqual([409, 'failed'])
  expect(failed?.body['details']).toMatchObject([{ message: /could not be read/ }])
  expect(await ordersOf(server, buyer)).toHaveLength(0)
  await setStatus('ready')
  expect([(await ways[1]?.())?.status, await shown()]).toEqual([201, undefined])
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
  const seller = await makePerson(server, `seller_${randomUUID().slice(0, 8)}`, true)
  const theirs = await makeProduct(server, seller.id)
  const both = () =>
    checkoutOf([
      { productId: print, quantity: 2 },
      { productId: theirs, quantity: 2 },
    ])
  // All orders together, whichever comes first.
  expect(await refusal(both(), stranger)).toEqual([402, 'Not enough tokens. You need 280 more.'])
  expect(await refusal({ ...body(), lines: [] })).toEqual([400, 'There is nothing to buy.'])
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: buyer.id, blocked: true, reason: '' }))
  await server.app.orm.em.fork().nativeUpdate(User, { id: seller.id }, { status: 'suspended' })
  expect((await post(server, buyer, both())).body['details']).toEqual([
    { path: 'lines.0.productId', message: 'This is no longer sold.' },
    { path: 'lines.1.productId', message: 'This is no longer sold.' },
  ])
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: buyer.id, blocked: false, reason: '' }))
  const bought = await post(server, buyer, { ...checkoutOf([{ productId: file, price: 10 }]), addressId: null })
  expect(bought.status).toBe(201)
  const owned = await post(server, buyer, checkoutOf([{ productId: file, price: 10 }]))
  expect(owned.body['details']).toEqual([{ path: 'lines.0.quantity', message: 'You own this already.' }])
  expect(await brokenRules(server)).toEqual([])
})

test('a checkout is for its buyer, and for what it was asked for', async ({ server, buyer, creator }) => {
  const productId = await makeProduct(server, creator.id, { type: 'digital', stock: null, price: 10 })
  const body = { ...checkoutOf([{ productId, price: 10 }]), addressId: null }
  expect((await post(server, buyer, body)).status).toBe(201)
  expect((await post(server, buyer, body)).status).toBe(200)
  const other = await rich(server, await makePerson(server, `copies_${randomUUID().slice(0, 8)}`))
  for (const [who, asked] of [
    [other, body],
    [buyer, { ...body, note: 'Another' }],
  ] as const) {
    const { status, body: answer } = await post(server, who, asked)
    expect([status, answer['message']]).toEqual([409, 'This was used for something else.'])
  }
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
