import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { sandboxOf } from '../subscriptions/testing/by-card.ts'
import { topUp } from './testing/pay.ts'

const NOTICE_MS = 5_000

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
  })
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

test('a creator reads of a disputed payment within five seconds, with the sale that it has paid', async () => {
  const creator = await makePerson(server, 'hears_of_disputes', true)
  const fan = await makePerson(server, 'asks_the_bank')
  const order = await topUp(server, fan, 100)
  const sale = randomUUID()
  const tip = { _id: sale, tokens: 60 }
  await call(server, `POST /wallet/charges/tip/${creator.id}`, { token: fan.token, body: tip })
  const began = performance.now()
  await sandboxOf(server).openDispute({ paymentId: String(order.paymentId) })
  await sandboxOf(server).deliver()
  const notice = async () => {
    const { body } = await call(server, 'GET /notifications', { token: creator.token })
    return (body['data'] as Record<string, unknown>[]).find(({ event }) => event === 'sale-disputed')
  }
  await expect.poll(notice, { timeout: NOTICE_MS, interval: 25 }).toMatchObject({
    ...{ kind: 'sale', objectType: 'earning', objectId: sale, tokens: 60 },
  })
  const took = performance.now() - began
  expect(took).toBeLessThan(NOTICE_MS)
})
