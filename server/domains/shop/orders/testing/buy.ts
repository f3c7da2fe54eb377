import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { saveAddress } from '../../addresses/commands.ts'

const POSTAL = { name: 'Ada Ek', line1: 'Storgatan 1', city: 'Umeå', postal: '903 26', country: 'SE' }

/** An address of an account; answers its id. */
export async function makeAddress(
  { app }: Pick<TestServer, 'app'>,
  person: Person,
  given: object = {},
): Promise<string> {
  const _id = v7()
  await transact(app, person.actor, (tx) => saveAddress(tx, { _id, changes: { ...POSTAL, ...given } }))
  return _id
}

type Line = { productId: string; quantity?: number; price?: number }

/** The body of a checkout, with the sum of its lines as the total. */
export function checkoutOf(lines: readonly Line[], given: object = {}) {
  const whole = lines.map(({ productId, quantity = 1, price = 100 }) => ({ productId, quantity, price }))
  const total = whole.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  return { _id: randomUUID(), lines: whole, total, ...given }
}

/** Buys one of a product with tokens that the buyer gets for it; answers the id of the order. */
export async function buyProduct(
  server: TestServer,
  buyer: Person,
  line: Required<Pick<Line, 'productId' | 'price'>>,
): Promise<string> {
  await fillWallet(server, buyer.id, { paid: line.price })
  const body = checkoutOf([line], { addressId: await makeAddress(server, buyer), consent: '2026-11' })
  const { status, body: answer } = await call(server, 'POST /orders', { token: buyer.token, body })
  const [order] = (answer['orders'] ?? []) as { _id: string }[]
  if (!order) throw new Error(`the checkout was answered ${status}: ${JSON.stringify(answer)}`)
  return order._id
}
