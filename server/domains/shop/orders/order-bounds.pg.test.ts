import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { editProduct } from '../../content/products/testing/product.ts'
import { refundCharge } from '../../money/money/charges/refund.ts'
import { brokenRules } from '../../money/money/testing/books.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { OrderEvent } from './entity.ts'
import { balanceOf, ordered, seen, step, test, update } from './testing/order.ts'

test('the same address changes nothing, and an order moves twenty times at most', async ({ sides }) => {
  const { server, fan } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  const events = () => server.app.orm.em.fork().count(OrderEvent, { orderId: id })
  const move = (city: string, version: number) =>
    call(server, `PUT /orders/${id}/update/delivery-address`, { token: fan.token, body: { version, city } })
  const before = await events()
  for (let time = 0; time < 3; time += 1) {
    expect(await move('Umeå', 1)).toMatchObject({ status: 200, body: { version: 1 } })
  }
  expect(await events()).toBe(before)
  for (let version = 1; version <= 20; version += 1) {
    expect((await move(`City ${version}`, version)).status).toBe(200)
  }
  expect(await move('Another city', 21)).toMatchObject({
    ...{ status: 409, body: { message: 'The address of this order was changed too often. Write to the creator.' } },
  })
  expect(await move('City 20', 21)).toMatchObject({ status: 200, body: { version: 21 } })
  expect(await events()).toBe(before + 20)
})

test('an order goes to no country that its creator does not serve', async ({ sides }) => {
  const { server, fan } = sides
  const { _id: id, lines } = await ordered(sides, [{ price: 20 }])
  await editProduct(server, lines[0]?.productId ?? '', { shipsTo: ['SE'] })
  const move = (country: string) =>
    call(server, `PUT /orders/${id}/update/delivery-address`, { token: fan.token, body: { version: 1, country } })
  expect(await move('NO')).toMatchObject({
    ...{ status: 409, body: { message: 'This creator does not ship to that country.' } },
  })
  expect((await move('SE')).status).toBe(200)
})

test('an order shows its latest hundred events', async ({ sides }) => {
  const { server, fan } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  await server.app.orm.em.fork().execute(
    `insert into order_event (id, order_id, at, by, "from", "to", note)
     select gen_random_uuid(), ?, now(), 'system', 'new', 'new', '' from generate_series(1, 130)`,
    [id],
  )
  expect((await seen(server, fan, id)).events).toHaveLength(100)
})

test('a line stands once in a refund, and in a request for one', async ({ sides }) => {
  const { server, fan, creator } = sides
  const { _id: id, lines } = await ordered(sides, [{ price: 20, quantity: 4 }])
  const twice = Array.from({ length: 2 }, () => ({ lineId: lines[0]?._id, quantity: 2 }))
  const refused = { status: 400, body: { message: 'A product stands in one line.' } }
  expect(await update(server, creator, { id, version: 1, refund: { lines: twice } })).toMatchObject(refused)
  await update(server, creator, { id, version: 1, fulfilment: 'processing' })
  expect(await step(server, fan, { path: `${id}/refund-request`, version: 2, lines: twice })).toMatchObject(refused)
  expect(await balanceOf(server, fan)).toBe(0)
})

test('words of one side stay in their paragraph of a mail', async ({ sides }) => {
  const { server, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  const forged = 'DHL\n\nYour account is blocked.\u2028Pay here.'
  await update(server, creator, { id, version: 1, fulfilment: 'processing' })
  const bad = { id, version: 2, fulfilment: 'shipped', trackingUrl: 'https://dhl.example/\n\nYour account' }
  expect((await update(server, creator, bad)).status).toBe(400)
  const ship = { _id: id, version: 2, carrier: forged, trackingNumber: '1\n2', trackingUrl: null }
  const { outcomes } = await new TestDevice(server, creator).sync([mutation('order.ship', ship)])
  expect(outcomes).toMatchObject([{ status: 'applied' }])
  const words = 'DHL Your account is blocked. Pay here.'
  expect(await seen(server, creator, id)).toMatchObject({ carrier: words, trackingNumber: '1 2' })
  const refund = { lines: [], reason: forged }
  expect((await update(server, creator, { id, version: 3, sellerNote: forged, refund })).body).toMatchObject({
    sellerNote: words,
  })
  const mails = await server.app.orm.em.fork().execute<object[]>('select * from mail')
  const about = mails.map((mail) => JSON.stringify(mail)).filter((mail) => mail.includes('account is blocked'))
  expect(about).toHaveLength(2)
  for (const mail of about) expect(mail).toContain(words)
})

test('a refund without an answer that is sent again is the same one', async ({ sides }) => {
  const { server, fan, creator } = sides
  const { _id: id, lines } = await ordered(sides, [{ price: 20, quantity: 4 }])
  const refund = { _id: randomUUID(), lines: [{ lineId: lines[0]?._id, quantity: 1 }], reason: 'Late' }
  const give = (version: number, given: object = {}) =>
    update(server, creator, { id, version, refund: { ...refund, ...given } })
  expect((await give(1)).body).toMatchObject({ refunded: 20, version: 2 })
  // The device has heard of the first by now, or has not.
  for (const version of [1, 2]) expect(await give(version)).toMatchObject({ status: 200, body: { refunded: 20 } })
  for (const other of [{ reason: 'Lost' }, { restock: true }, { lines: [] }]) {
    expect(await give(2, other)).toMatchObject({ status: 409, body: { message: 'This was used for something else.' } })
  }
  const next = { _id: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 4 }, () => give(2, next)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await balanceOf(server, fan)).toBe(40)
  expect(await brokenRules(server)).toEqual([])
})

test('an order that is given back before it leaves goes nowhere: its seller sees the country alone', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  const device = new TestDevice(server, creator)
  await device.syncAll()
  await update(server, creator, { id, version: 1, refund: { lines: [] } })
  const rest = { name: '', line1: '', line2: '', city: '', state: '', postal: '', country: 'SE', phone: null }
  expect((await seen(server, creator, id)).address).toEqual(rest)
  expect((await seen(server, fan, id)).address).toMatchObject({ line1: 'Storgatan 1' })
  await device.syncAll()
  expect(device.all('sales')).toMatchObject([{ fulfilment: 'new', payment: 'refunded', address: rest }])
})

test('a line gives back what an operator has left of its order', async ({ sides }) => {
  const { server, creator } = sides
  const { _id: id, lines } = await ordered(sides, [{ price: 20 }])
  const part = { chargeId: id, tokens: 15, reason: 'Support', key: randomUUID() }
  await transact(server.app, null, (tx) => refundCharge(tx, part))
  const refund = { lines: [{ lineId: lines[0]?._id, quantity: 1 }] }
  const { version } = await seen(server, creator, id)
  expect(await update(server, creator, { id, version, refund })).toMatchObject({
    ...{ status: 400, body: { message: 'You can refund 5 tokens at most.' } },
  })
})

test.for([
  ['update "order" set refunded = tokens + 1', 'order_refunded_check'],
  ['update "order" set address = null', 'order_address_check'],
  [`update "order" set number = 'AAAAAAAA'`, 'order_number_unique'],
  ['update order_line set refunded_quantity = quantity + 1', 'order_line_quantity_check'],
  ['update order_line set refunded_tokens = unit_price * quantity - discount + 1', 'order_line_tokens_check'],
  [`update asset set stock = -1 where kind = 'product'`, 'asset_stock_check'],
  [
    `insert into refund_request (id, order_id, state, reason, lines, created_at)
     select gen_random_uuid(), id, 'open', 'other', '[]', now() from "order", generate_series(1, 2)`,
    'refund_request_open',
  ],
  [`update order_event set note = 'Another'`, 'what was decided is never changed'],
  ['delete from order_event', 'what was decided is never changed'],
])('the database refuses: %s', async ([sql = '', reason], { sides }) => {
  await ordered(sides, [{ price: 20 }])
  await ordered(sides, [{ price: 20 }])
  await expect(sides.server.app.orm.em.fork().execute(sql)).rejects.toThrow(reason)
})
