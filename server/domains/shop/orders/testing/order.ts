import type { Order as OrderRecord } from '@vesper/sync/vesper/records/order.ts'
import { expect } from 'vitest'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { followOrders } from '../jobs.ts'
import { DAY_MS } from '../machine.ts'
import { checkoutOf, makeAddress } from './buy.ts'

type Sides = { server: TestServer; fan: Person; creator: Person }

/** A fan and a creator on a server, as the helpers below take them. */
export const test = base.extend('sides', { scope: 'test' }, ({ server, fan, creator }): Sides => ({
  server,
  fan,
  creator,
}))

export type Line = { price: number; quantity?: number; type?: 'physical' | 'digital'; stock?: number | null }

/** One order of these products; a checkout of one seller and type is one order. */
export async function ordered({ server, fan, creator }: Sides, lines: readonly Line[]): Promise<OrderRecord> {
  const asked: { productId: string; quantity: number; price: number }[] = []
  for (const { price, quantity = 1, type = 'physical', stock = type === 'digital' ? null : 10 } of lines) {
    asked.push({ productId: await makeProduct(server, creator.id, { price, type, stock }), quantity, price })
  }
  const body = checkoutOf(asked, { addressId: await makeAddress(server, fan), consent: '2026-11' })
  await fillWallet(server, fan.id, { paid: body.total })
  const answer = await call(server, 'POST /orders', { token: fan.token, body })
  expect(answer.status).toBe(201)
  const [order] = answer.body['orders'] as OrderRecord[]
  if (!order) throw new Error('there is no order')
  return order
}

export async function seen(server: TestServer, { token }: Person, id: string): Promise<OrderRecord> {
  const { status, body } = await call(server, `GET /orders/${id}`, { token })
  expect(status).toBe(200)
  return body as unknown as OrderRecord
}

export function update(
  server: TestServer,
  { token }: Person,
  { id, ...body }: { id: string } & Record<string, unknown>,
) {
  return call(server, `PUT /orders/${id}/update`, { token, body })
}

export function step(
  server: TestServer,
  { token }: Person,
  { path, ...body }: { path: string } & Record<string, unknown>,
) {
  return call(server, `POST /orders/${path}`, { token, body })
}

export async function stockOf({ app }: TestServer, id: string | undefined) {
  return (await app.orm.em.fork().findOneOrFail(Asset, { id: id ?? '' })).stock
}

/** Runs the jobs of orders so many days later. */
export async function later({ app }: TestServer, days: number): Promise<void> {
  const { clock } = app
  app.clock = () => new Date(clock().getTime() + days * DAY_MS)
  try {
    await followOrders(app)
  } finally {
    app.clock = clock
  }
}

export async function balanceOf({ app }: TestServer, { id }: Person): Promise<number> {
  const [wallet] = await app.orm.em
    .fork()
    .execute<{ balance: string }[]>('select balance from wallet where user_id = ?', [id])
  return Number(wallet?.balance ?? 0)
}

/**
 * Moves the row of a product behind that of another one, and has the planner know how small their table is: without an order
 * of its own, a statement reads them in that of the table.
 */
export async function moveBehind(
  { app }: TestServer,
  id: string | undefined,
  other: string | undefined,
): Promise<void> {
  const em = app.orm.em.fork()
  const behind = 'select (select ctid from asset where id = ?) > (select ctid from asset where id = ?) as "isBehind"'
  // A new version of the row may take a free place before the other one.
  await expect
    .poll(async () => {
      await em.execute('update asset set title = title where id = ?', [id])
      return em.execute<{ isBehind: boolean }[]>(behind, [id, other])
    })
    .toEqual([{ isBehind: true }])
  await em.execute('analyze asset')
}
