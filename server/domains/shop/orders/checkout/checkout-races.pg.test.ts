import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { brokenRules } from '../../../money/money/testing/books.ts'
import { setCartLine } from '../../cart/commands.ts'
import { Checkout, Order } from '../entity.ts'
import { checkoutOf } from '../testing/buy.ts'
import { post, rich, stockOf, test } from '../testing/buyer.ts'
import { moveBehind } from '../testing/order.ts'
import { checkout } from './checkout.ts'

test(
  'five of 16 simultaneous buyers, with carts in any order, get the last five pieces',
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

test('a checkout locks its products by their ids, whatever their order in the cart and in the table', async ({
  server,
  buyer,
  creator,
}) => {
  const made = [
    await makeProduct(server, creator.id, { stock: 5 }),
    await makeProduct(server, creator.id, { stock: 5 }),
  ]
  const [first = '', last = ''] = made.toSorted()
  await moveBehind(server, first, last)
  let buying: ReturnType<typeof post> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute('select 1 from asset where id = ? for update', [first])
    buying = post(server, buyer, checkoutOf([{ productId: last }, { productId: first }]))
    await waitsForLock(server)
    await tx.em.execute('select 1 from asset where id = ? for update nowait', [last])
  })
  expect((await buying)?.status).toBe(201)
})

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
