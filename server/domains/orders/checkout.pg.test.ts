import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '../../testing/fixtures.ts'
import { makePerson } from '../../infra/sync/testing/person.ts'
import { call } from '../accounts/testing/api.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { makeProduct } from '../products/testing/product.ts'
import { checkoutOf, makeAddress } from './testing/buy.ts'

const test = base.extend('buyer', { scope: 'test' }, async ({ server, fan }) => {
  await fillWallet(server, fan.id, { paid: 1000, granted: 100 })
  return { ...fan, addressId: await makeAddress(server, fan) }
})

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
  const body = checkoutOf(lines, { addressId: buyer.addressId, consent: '2026-11', total: 335, note: 'Ring twice' })
  const { status, body: answer } = await call(server, 'POST /orders', { token: buyer.token, body })
  expect(answer).toMatchObject({ balance: 1100 - 335 })
  expect(status).toBe(201)
  const orders = answer['orders'] as { tokens: number; type: string; fulfilment: string; shipping: number }[]
  const shown = orders.map(({ tokens, type, fulfilment, shipping }) => [tokens, type, fulfilment, shipping].join(' '))
  expect(new Set(shown)).toEqual(new Set(['280 physical new 30', '40 digital completed 0', '15 physical new 0']))
  const again = await call(server, 'POST /orders', { token: buyer.token, body })
  expect(again).toMatchObject({ status: 200, body: { balance: 1100 - 335 } })
  expect((again.body['orders'] as unknown[]).length).toBe(3)
  expect(await brokenRules(server)).toEqual([])
})
