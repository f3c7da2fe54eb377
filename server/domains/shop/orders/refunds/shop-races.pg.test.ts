import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { refundCharge } from '../../../money/money/charges/refund.ts'
import { brokenRules, fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Order, OrderLine } from '../entity.ts'
import { checkoutOf, makeAddress } from '../testing/buy.ts'
import { balanceOf, moveBehind, ordered, seen, step, stockOf, test, update } from '../testing/order.ts'

test.for([
  {
    shared: 'one product',
    kinds: [
      ['a', 'x'],
      ['a', 'y'],
    ],
  },
  {
    shared: 'two products',
    kinds: [
      ['a', 'b'],
      ['b', 'a'],
    ],
  },
])('of two carts that share $shared of which there is one piece, one whole cart wins', async ({ kinds }, { sides }) => {
  const { server, creator } = sides
  for (let round = 0; round < 4; round += 1) {
    const ids = new Map<string, string>()
    for (const kind of new Set(kinds.flat())) ids.set(kind, await makeProduct(server, creator.id, { stock: 1 }))
    const answers = await Promise.all(
      kinds.map(async (cart) => {
        const buyer = await makePerson(server, `shares_${randomUUID().slice(0, 8)}`)
        await fillWallet(server, buyer.id, { paid: 200 })
        const lines = cart.map((kind) => ({ productId: ids.get(kind) ?? '' }))
        const body = checkoutOf(lines, { addressId: await makeAddress(server, buyer) })
        return call(server, 'POST /orders', { token: buyer.token, body })
      }),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const sold = await server.app.orm.em.fork().find(OrderLine, { productId: { $in: [...ids.values()] } })
    expect(sold).toHaveLength(2)
    expect(new Set(sold.map(({ orderId }) => orderId)).size).toBe(1)
    for (const id of ids.values()) {
      const isSold = sold.some(({ productId }) => productId === id)
      expect(await stockOf(server, id)).toBe(isSold ? 0 : 1)
    }
  }
  expect(await brokenRules(server)).toEqual([])
})

test('a seller who counts pieces anew while others buy brings none back that were sold', async ({ sides }) => {
  const { server, fan, creator } = sides
  const productId = await makeProduct(server, creator.id, { stock: 10, price: 5 })
  await fillWallet(server, fan.id, { paid: 200 })
  const addressId = await makeAddress(server, fan)
  const buy = () =>
    call(server, 'POST /orders', { token: fan.token, body: checkoutOf([{ productId, price: 5 }], { addressId }) })
  const edit = (stock: number) => {
    const body = { stock, stockSeen: 10 }
    return call(server, `PUT /performer/performer-assets/products/${productId}`, { token: creator.token, body })
  }
  const answers = await Promise.all([buy(), edit(13), buy(), edit(8), buy(), buy(), edit(11), buy()])
  expect(answers.filter(({ status }) => status >= 400)).toEqual([])
  // 10 pieces, 5 sold, and the differences of the three edits: 3, -2 and 1.
  expect(await stockOf(server, productId)).toBe(10 - 5 + 3 - 2 + 1)
  // The rest cannot go below nothing, whatever the seller saw.
  expect((await edit(0)).status).toBe(200)
  expect(await stockOf(server, productId)).toBe(0)
  expect(await brokenRules(server)).toEqual([])
})

test('an operator’s refund locks as the seller’s does: the order before its payment', async ({ sides }) => {
  const { server, fan, creator } = sides
  const order = await ordered(sides, [{ price: 50 }])
  const refund = () =>
    transact(server.app, null, (tx) => refundCharge(tx, { chargeId: order._id, reason: 'Support', key: randomUUID() }))
  let operators: Promise<unknown> | undefined
  await transact(server.app, null, async (tx) => {
    // As a seller's refund begins.
    await tx.em.execute('select 1 from "order" where id = ? for update', [order._id])
    operators = refund()
    await waitsForLock(server)
    await tx.em.execute('select 1 from charge where id = ? for update nowait', [order._id])
  })
  await operators
  expect(await balanceOf(server, fan)).toBe(50)
  const late = await update(server, creator, { id: order._id, version: order.version, refund: { lines: [] } })
  expect(late.status).toBe(409)
})

test('refunds of the operator and of the seller at once give back what was paid, once', async ({ sides }) => {
  const { server, fan, creator } = sides
  const orders = [await ordered(sides, [{ price: 30 }]), await ordered(sides, [{ price: 20 }])]
  await Promise.all(
    orders.flatMap(({ _id, version }) => [
      update(server, creator, { id: _id, version, refund: { lines: [] } }),
      transact(server.app, null, (tx) =>
        refundCharge(tx, { chargeId: _id, reason: 'Support', key: randomUUID() }),
      ).catch(() => null),
    ]),
  )
  expect(await balanceOf(server, fan)).toBe(50)
  for (const { _id } of orders) expect(await seen(server, fan, _id)).toMatchObject({ payment: 'refunded' })
  expect(await server.app.orm.em.fork().count(Order, { buyerId: fan.id })).toBe(2)
  expect(await brokenRules(server)).toEqual([])
})

test('a piece that comes back waits for one that is being sold, and both are counted', async ({ sides }) => {
  const { server, fan } = sides
  const { _id: id, lines } = await ordered(sides, [{ price: 20, quantity: 2 }])
  const productId = lines[0]?.productId
  expect(await stockOf(server, productId)).toBe(8)
  let canceling: ReturnType<typeof step> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute('update asset set stock = stock - 1 where id = ?', [productId])
    canceling = step(server, fan, { path: `${id}/cancel`, version: 1 })
    await waitsForLock(server)
  })
  expect((await canceling)?.status).toBe(200)
  expect(await stockOf(server, productId)).toBe(9)
})

test('pieces that come back lock their products by their ids, as a checkout does', async ({ sides }) => {
  const { server, fan } = sides
  const order = await ordered(sides, [{ price: 20 }, { price: 30 }])
  const [first, last] = order.lines.map(({ productId }) => productId).toSorted()
  await moveBehind(server, first, last)
  let canceling: ReturnType<typeof step> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute('select 1 from asset where id = ? for update', [first])
    canceling = step(server, fan, { path: `${order._id}/cancel`, version: 1 })
    await waitsForLock(server)
    await tx.em.execute('select 1 from asset where id = ? for update nowait', [last])
  })
  expect((await canceling)?.status).toBe(200)
})
