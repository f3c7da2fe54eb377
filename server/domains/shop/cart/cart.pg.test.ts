import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import type { ShownProduct } from '@vesper/sync/vesper/records/product.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Product } from '../../content/products/entity.ts'
import { editProduct, makeProduct } from '../../content/products/testing/product.ts'
import { User } from '../../people/accounts/entity.ts'
import { setCartLine } from './commands.ts'

let server: TestServer
let fan: Person
let creator: Person
let productId: string
let phone: TestDevice
let laptop: TestDevice
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  fan = await makePerson(server, `fan_${count}`)
  creator = await makePerson(server, `creator_${count}`, true)
  productId = await makeProduct(server, creator.id, { name: 'Print' })
  phone = new TestDevice(server, fan)
  laptop = new TestDevice(server, fan)
})

/** A product as a device claims it; the server believes none of it. */
const claimed: ShownProduct = {
  ...{ name: 'Claimed', type: 'digital', price: 1, picture: null },
  ...{ availability: 'plenty', left: null, limitPerBuyer: null, shipsTo: [], shippingPrice: 0 },
  performer: { _id: randomUUID(), name: 'Nobody', username: null, avatar: null },
}

function set(quantity: number, given: { productId?: string; priceSeen?: number } = {}) {
  return mutation('cart.set', { productId, quantity, priceSeen: 100, product: claimed, ...given })
}

function cartOn(device: TestDevice): CartLine[] {
  return device.all<CartLine>('cart-lines')
}

/** Both devices ask anew; they hold the same. */
async function cartEverywhere(): Promise<[id: string, quantity: number][]> {
  for (const device of [phone, laptop]) await device.syncAll()
  expect(cartOn(laptop)).toEqual(cartOn(phone))
  return cartOn(phone).map(({ _id, quantity }) => [_id, quantity])
}

describe('the last intention wins for one line', () => {
  test('it is made, changed and taken out, with the product as the server has it', async () => {
    await phone.sync([set(2)])
    expect(cartOn(phone)).toMatchObject([
      { _id: productId, userId: fan.id, quantity: 2, priceSeen: 100, isAvailable: true },
    ])
    expect(cartOn(phone)[0]?.product).toMatchObject({
      name: 'Print',
      price: 100,
      availability: 'plenty',
      left: null,
      type: 'physical',
    })
    expect(cartOn(phone)[0]?.product.performer).toMatchObject({ _id: creator.id, name: `creator_${count}` })
    await phone.sync([set(5, { productId: productId.toUpperCase() })])
    expect(await cartEverywhere()).toEqual([[productId, 5]])
    await phone.sync([set(0)])
    expect(await cartEverywhere()).toEqual([])
  })

  test('both devices have the products that either of them added', async () => {
    const other = await makeProduct(server, creator.id)
    await phone.sync([set(1)])
    await laptop.sync([set(3, { productId: other })])
    expect(Object.fromEntries(await cartEverywhere())).toEqual({ [productId]: 1, [other]: 3 })
  })

  test('a quantity from another device stands, whichever had the line first', async () => {
    await phone.sync([set(1)])
    await laptop.sync([set(4)])
    expect(await cartEverywhere()).toEqual([[productId, 4]])
  })

  test('taken out and set at the same time: what arrives last is what holds', async () => {
    await phone.sync([set(1)])
    await laptop.sync([set(0)])
    await phone.sync([set(2)])
    expect(await cartEverywhere()).toEqual([[productId, 2]])
    await phone.sync([set(3)])
    await laptop.sync([set(0)])
    expect(await cartEverywhere()).toEqual([])
  })

  test('out and in again within one request', async () => {
    await phone.sync([set(1), set(0), set(2), set(0), set(7)])
    expect(await cartEverywhere()).toEqual([[productId, 7]])
    await phone.sync([set(0), set(1), set(0)])
    expect(await cartEverywhere()).toEqual([])
  })

  test('both at once leave one line, and neither is refused', async () => {
    const answers = await Promise.all([phone.sync([set(2)]), laptop.sync([set(3)])])
    expect(answers.flatMap(({ outcomes }) => outcomes.map(({ status }) => status))).toEqual(['applied', 'applied'])
    expect(await cartEverywhere()).toHaveLength(1)
  })
})

test('the same again, and taking out what is not there, change nothing', async () => {
  await phone.sync([set(2)])
  const { ...before } = phone.cursor
  await phone.sync([
    set(2),
    set(0, { productId: randomUUID() }),
    mutation('cart.clear', { productIds: [randomUUID()] }),
  ])
  expect(phone.cursor).toEqual(before)
})

test('emptying takes what was seen, and leaves what another device put in meanwhile', async () => {
  const other = await makeProduct(server, creator.id)
  await phone.sync([set(1)])
  await laptop.sync([set(1, { productId: other })])
  await phone.sync([mutation('cart.clear', { productIds: [productId.toUpperCase()] })])
  expect(await cartEverywhere()).toEqual([[other, 1]])
})

describe('a line is refused', () => {
  async function refusal(sent: ReturnType<typeof set>) {
    const { outcomes } = await phone.sync([sent])
    return outcomes
  }

  test('for a product that is not there or never was on sale', async () => {
    const draft = await makeProduct(server, creator.id, { status: 'draft' })
    for (const id of [randomUUID(), draft]) {
      expect(await refusal(set(1, { productId: id }))).toMatchObject([{ status: 'rejected', kind: 'not-found' }])
    }
    expect(cartOn(phone)).toEqual([])
  })

  test('for one’s own product', async () => {
    const own = new TestDevice(server, creator)
    expect((await own.sync([set(1)])).outcomes).toMatchObject([{ kind: 'forbidden' }])
  })

  test('in a cart of 100 lines, which can still be changed', async () => {
    const ids: string[] = []
    for (let n = 0; n < 100; n += 1) ids.push(await makeProduct(server, creator.id))
    for (let n = 0; n < 100; n += 50) await phone.sync(ids.slice(n, n + 50).map((id) => set(1, { productId: id })))
    expect(cartOn(phone)).toHaveLength(100)
    expect(await refusal(set(1))).toMatchObject([{ kind: 'conflict', message: 'A cart has at most 100 products.' }])
    expect(await refusal(set(9, { productId: ids[0] ?? '' }))).toMatchObject([{ status: 'applied' }])
  })

  test('110 lines at once, beyond the limit of 100, on connections of their own', async () => {
    const ids = await Promise.all(Array.from({ length: 110 }, () => makeProduct(server, creator.id)))
    const results = await Promise.allSettled(
      ids.map((id) =>
        transact(server.app, fan.actor, (tx) => setCartLine(tx, { productId: id, quantity: 1, priceSeen: 100 })),
      ),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => (reason as Refusal).kind)).toEqual(Array(10).fill('conflict'))
    await phone.syncAll()
    expect(cartOn(phone)).toHaveLength(100)
  })

  test.each([
    ['a negative quantity', { quantity: -1 }],
    ['a hundred of one', { quantity: 100 }],
    ['half of one', { quantity: 0.5 }],
    ['a price below nothing', { priceSeen: -1 }],
    ['a price that no column holds', { priceSeen: 2 ** 31 }],
    ['an id that is none', { productId: 'print' }],
    ['nothing to show', { product: null }],
  ])('for %s', async (_case, wrong) => {
    const sent = set(1)
    expect(await refusal({ ...sent, args: { ...(sent.args as object), ...wrong } })).toMatchObject([
      { kind: 'invalid' },
    ])
    expect(cartOn(phone)).toEqual([])
  })
})

test('a cart is its user’s alone', async () => {
  await phone.sync([set(1)])
  const strangers = [new TestDevice(server, await makePerson(server, `nosy_${count}`)), new TestDevice(server, creator)]
  for (const device of strangers) {
    await device.syncAll()
    expect(cartOn(device)).toEqual([])
    await device.sync([mutation('cart.clear', { productIds: [productId] })])
  }
  expect(await cartEverywhere()).toEqual([[productId, 1]])
})

describe('a cart shows its products as they are', () => {
  beforeEach(async () => {
    await phone.sync([set(3)])
  })

  test.each<[Partial<Product>, object]>([
    [{ price: 150 }, { price: 150 }],
    [{ stock: 1 }, { availability: 'few', left: 1 }],
    [{ stock: 0 }, { availability: 'none', left: 0 }],
    [
      { stock: null, name: 'Renamed' },
      { availability: 'plenty', left: null, name: 'Renamed' },
    ],
    [{ limitPerBuyer: 2 }, { limitPerBuyer: 2 }],
    [
      { shipsTo: ['NO'], shippingPrice: 9 },
      { shipsTo: ['NO'], shippingPrice: 9 },
    ],
    [
      { pictureFileId: null, price: 7 },
      { picture: null, price: 7 },
    ],
  ])('when %o changes', async (change, shown) => {
    await editProduct(server, productId, change)
    await phone.sync()
    expect(cartOn(phone)[0]).toMatchObject({ quantity: 3, priceSeen: 100, isAvailable: true, product: shown })
  })

  test('when the creator has another name', async () => {
    await transact(server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: creator.id })).name = 'Another'
    })
    await phone.sync()
    expect(cartOn(phone)[0]?.product.performer.name).toBe('Another')
  })

  test('when it is taken from sale or its creator is gone, of which nothing more is told', async () => {
    await editProduct(server, productId, { status: 'archived', price: 999 })
    await phone.sync()
    const gone = { isAvailable: false, quantity: 3, product: { price: 100, availability: 'none', left: 0 } }
    expect(cartOn(phone)[0]).toMatchObject(gone)
    await editProduct(server, productId, { status: 'active', price: 100 })
    await transact(server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: creator.id })).status = 'suspended'
    })
    await phone.sync()
    expect(cartOn(phone)[0]).toMatchObject(gone)
  })

  test('and hears nothing of what it does not show, nor of other products', async () => {
    const { ...before } = phone.cursor
    await editProduct(server, productId, { description: 'Longer.' })
    await editProduct(server, await makeProduct(server, creator.id), { price: 1 })
    await phone.sync()
    expect(phone.cursor).toEqual(before)
  })

  test('a line waits for an edit of its product or its creator that is under way, and then shows it', async () => {
    const edits = [
      (tx: Tx) => tx.em.nativeUpdate(Product, { id: productId }, { price: 150 }),
      (tx: Tx) => tx.em.nativeUpdate(User, { id: creator.id }, { name: 'Another' }),
    ]
    for (const edit of edits) {
      await phone.sync([set(0)])
      const order: string[] = []
      const editing = Promise.withResolvers<void>()
      const edited = transact(server.app, null, async (tx) => {
        await edit(tx)
        editing.resolve()
        await delay(150)
        order.push('edited')
      })
      await editing.promise
      await Promise.all([edited, phone.sync([set(1)]).then(() => order.push('put in'))])
      expect(order).toEqual(['edited', 'put in'])
    }
    expect(cartOn(phone)[0]?.product).toMatchObject({ price: 150, performer: { name: 'Another' } })
  })
})
