import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { checkoutOf, makeAddress } from '../testing/buy.ts'

type Buyer = Person & { addressId: string }

async function rich(server: TestServer, fan: Person, tokens = 1000): Promise<Buyer> {
  await fillWallet(server, fan.id, { paid: tokens, granted: 100 })
  return { ...fan, addressId: await makeAddress(server, fan) }
}

function post(server: TestServer, buyer: Buyer, body: object) {
  const whole = { addressId: buyer.addressId, consent: '2026-11', ...body }
  return call(server, 'POST /orders', { token: buyer.token, body: whole })
}

test('codes are tried ten times an hour, by carts and by single purchases together', async () => {
  const server = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    const seller = await makePerson(server, 'seller_tries', true)
    const buyer = await rich(server, await makePerson(server, 'buyer_tries'))
    const productId = await makeProduct(server, seller.id, { price: 5 })
    const tries: number[] = []
    for (let time = 0; time < 6; time += 1) {
      const couponCode = `GUESS${time}`
      tries.push((await post(server, buyer, checkoutOf([{ productId, price: 5 }], { couponCode, total: 1 }))).status)
      const body = { _id: randomUUID(), price: 5, addressId: buyer.addressId, couponCode }
      const one = await call(server, `POST /wallet/charges/product/${productId}`, { token: buyer.token, body })
      tries.push(one.status)
    }
    expect(tries).toEqual([...Array<number>(10).fill(404), 429, 429])
    expect((await post(server, buyer, checkoutOf([{ productId, price: 5 }]))).status).toBe(201)
  } finally {
    await server.stop()
  }
})
