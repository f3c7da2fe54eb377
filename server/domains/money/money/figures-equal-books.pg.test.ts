import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { FigureList } from '@vesper/sync/vesper/api/statistics.ts'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeProduct } from '../../content/products/testing/product.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { lockOrder } from '../../shop/orders/lock-order.ts'
import { refundOrder } from '../../shop/orders/refunds/refund-order.ts'
import { checkoutOf } from '../../shop/orders/testing/buy.ts'
import { refundCharge } from './charges/refund.ts'
import { brokenRules, fillWallet } from './testing/books.ts'
import { POST_PRICES, PRODUCT_PRICE } from './testing/money-model.ts'
import { makeStage } from './testing/money-stage.ts'
import type { Stage } from './testing/money-stage.ts'
import { runCommand } from './testing/run-command.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const place = fc.nat({ max: 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), fan: place, creator: place, post: place }),
  fc.record({
    kind: fc.constant('refund' as const),
    earlier: fc.nat({ max: 20 }),
    tokens: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('order' as const),
    fan: place,
    creator: place,
    quantities: fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 2 })),
  }),
  fc.record({
    kind: fc.constant('give-back' as const),
    earlier: fc.nat({ max: 20 }),
    line: place,
    tokens: fc.integer({ min: 0, max: 60 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

test('after any purchases and refunds the tokens of each post are those of the ledger, and so are those of products', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 16 }), async (steps) => {
      const stage = await makeStage(server, 2, 20)
      const seconds = await Promise.all(
        stage.creators.map(({ person }) => makeProduct(server, person.id, { price: 35, stock: 20, shippingPrice: 7 })),
      )
      const orders: string[] = []
      for (const { id } of stage.fans) await fillWallet(server, id, { paid: 700, granted: 60 })
      const charges: string[] = []
      for (const one of steps) {
        const id = v7()
        if (one.kind === 'order') {
          if (await order(stage, { ...one, id, second: seconds[one.creator] ?? '' })) orders.push(id)
        } else if (one.kind === 'give-back')
          await giveBack(orders[one.earlier % Math.max(orders.length, 1)], { ...one, id })
        else if (one.kind === 'buy') {
          charges.push(id)
          await runCommand(stage, { ...one, id, isStale: false })
        } else {
          const charge = charges[one.earlier % Math.max(charges.length, 1)] ?? id
          await runCommand(stage, { kind: 'refund', id, charge, tokens: one.tokens })
        }
        expect(await figuresOf(stage)).toEqual(await booksOf(stage))
        expect(await productTokens(stage)).toEqual(await orderTokens(stage))
      }
      expect(await brokenRules(server)).toEqual([])
    }),
    { numRuns: 3, seed: 40, endOnFailure: true },
  )
}, 300_000)

/** Tokens and sales of each post, as its creator sees them. */
async function figuresOf({ creators }: Stage): Promise<Record<string, [number, number]>> {
  const all: Record<string, [number, number]> = {}
  for (const { person } of creators) {
    for (const range of ['7', 'all']) {
      const { body } = await call(server, `GET /performer/statistics/posts?range=${range}`, { token: person.token })
      const { data } = v.parse(FigureList, body)
      expect(data).toHaveLength(POST_PRICES.length)
      for (const { _id, tokens, sales } of data) all[_id] = [tokens, sales]
    }
  }
  return all
}

/** The same by the entries of the ledger alone: tokens that were spent on a post, and payments that left some. */
async function booksOf({ creators }: Stage): Promise<Record<string, [number, number]>> {
  const rows = await server.app.orm.em.fork().execute<{ id: string; tokens: number; sales: number }[]>(
    `with spent as (
       select coalesce(t.reverses_id, t.id) as id, sum(e.amount)::int as tokens
       from money_entry e join money_account a on a.id = e.account_id join money_transfer t on t.id = e.transfer_id
       where a.kind = 'tokens_spent' group by 1
     )
     select c.target_id as id, sum(s.tokens)::int as tokens, count(*) filter (where s.tokens > 0)::int as sales
     from spent s join charge c on c.transfer_id = s.id where c.type = 'feed' group by 1`,
  )
  const found = new Map(rows.map(({ id, tokens, sales }) => [id, [tokens, sales] as [number, number]]))
  const posts = creators.flatMap((creator) => creator.posts)
  return Object.fromEntries(posts.map((id) => [id, found.get(id) ?? [0, 0]]))
}

/** Buys a creator's product, and a second one with shipping, in one order. Answers whether the fan could pay. */
async function order(
  { fans, addresses, creators }: Stage,
  { id: _id, fan, creator, quantities, second }: Extract<Step, { kind: 'order' }> & { id: string; second: string },
): Promise<boolean> {
  const products = [
    { productId: creators[creator]?.productId ?? '', price: PRODUCT_PRICE },
    { productId: second, price: 35 },
  ]
  const lines = products.flatMap((product, n) => {
    const quantity = quantities[n] ?? 0
    return quantity > 0 ? [{ ...product, quantity }] : []
  })
  const shipping = lines.length > 1 ? 7 : 0
  const body = checkoutOf(lines, { _id, addressId: addresses[fan], consent: '2026-11' })
  const { status } = await call(server, 'POST /orders', {
    ...{ token: fans[fan]?.token, body: { ...body, total: body.total + shipping } },
  })
  expect([201, 402]).toContain(status)
  return status === 201
}

/** Gives a part of a line of an order back, or tokens of no line; more than is left is refused. */
async function giveBack(
  chargeId: string | undefined,
  { id: key, line: position, tokens }: Extract<Step, { kind: 'give-back' }> & { id: string },
): Promise<void> {
  if (chargeId === undefined) return
  const work = transact(server.app, null, async (tx) => {
    if (tokens % 2 === 0) return refundCharge(tx, { chargeId, tokens: tokens + 1, reason: 'Test', key })
    const locked = await lockOrder(tx, { id: chargeId })
    const line = locked?.lines[position]
    if (!locked || !line) return null
    const lines = [{ lineId: line.id, quantity: 0, tokens }]
    return refundOrder(tx, locked, { lines, restock: false, reason: 'Test', by: 'seller' })
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Tokens of all products of each creator, none of them below 0. */
async function productTokens({ creators }: Stage): Promise<number[]> {
  return Promise.all(
    creators.map(async ({ person: { token } }) => {
      const { body } = await call(server, 'GET /performer/statistics/posts?kind=product&range=all', { token })
      const { data } = v.parse(FigureList, body)
      expect(data.every(({ tokens }) => tokens >= 0)).toBe(true)
      return data.reduce((sum, { tokens }) => sum + tokens, 0)
    }),
  )
}

/** The same by the entries of the ledger alone. */
async function orderTokens({ creators }: Stage): Promise<number[]> {
  const rows = await server.app.orm.em.fork().execute<{ id: string; tokens: number }[]>(
    `select c.performer_id as id, sum(e.amount)::int as tokens
     from money_entry e join money_account a on a.id = e.account_id join money_transfer t on t.id = e.transfer_id
     join charge c on c.transfer_id = coalesce(t.reverses_id, t.id)
     where a.kind = 'tokens_spent' and c.type = 'product' group by 1`,
  )
  return creators.map(({ person: { id } }) => rows.find((row) => row.id === id)?.tokens ?? 0)
}
