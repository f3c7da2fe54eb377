import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Order } from '../entity.ts'
import { makeAddress } from './buy.ts'

export type Buyer = Person & { addressId: string }

/** A buyer with an address, 100 given tokens, and `tokens` bought ones. */
export async function rich(server: TestServer, fan: Person, tokens = 1000): Promise<Buyer> {
  await fillWallet(server, fan.id, { paid: tokens, granted: 100 })
  return { ...fan, addressId: await makeAddress(server, fan) }
}

/** Tests with a buyer. */
export const test = base.extend('buyer', { scope: 'test' }, ({ server, fan }) => rich(server, fan))

/** Checks out by REST, with the consent to files. */
export function post(server: TestServer, buyer: Buyer, body: object) {
  const whole = { addressId: buyer.addressId, consent: '2026-11', ...body }
  return call(server, 'POST /orders', { token: buyer.token, body: whole })
}

/** The pieces left of a product; null for no end of them. */
export async function stockOf({ app }: TestServer, id: string): Promise<number | null | undefined> {
  return (await app.orm.em.fork().findOneOrFail(Asset, { id })).stock
}

/** The orders of a buyer. */
export function ordersOf({ app }: TestServer, { id: buyerId }: Person): Promise<Order[]> {
  return app.orm.em.fork().find(Order, { buyerId })
}
