import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { atDesk, makeStaff } from '../../people/staff/testing/make-staff.ts'
import { brokenRules } from '../money/testing/books.ts'
import { Wallet } from '../money/wallet.ts'
import { press, topUp } from '../payments/testing/pay.ts'
import { sandboxOf } from '../subscriptions/testing/by-card.ts'

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

test('events and jobs alone bring a dispute to the desk, its answer to the bank, and the money back', async () => {
  const ada = await makeStaff(server, 'finance')
  const fan = await makePerson(server, 'by_jobs_alone')
  await topUp(server, fan, 100)
  const body = { _id: randomUUID(), tokens: 100, amount: 500 }
  const { body: order } = await call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })
  // The fan pays, and disputes it at the bank right after.
  await press(server, order['url'], { answer: 'dispute' })
  await sandboxOf(server).deliver()
  const listed = async () => {
    const { body: page } = await atDesk({ server, by: ada }, `GET /desk/disputes?q=${fan.user.username}`)
    return (page['data'] as Record<string, unknown>[])[0]
  }
  const within = { timeout: 20_000 }
  await expect.poll(listed, within).toMatchObject({ state: 'open', amount: 500, version: 0 })
  const balance = async () => (await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: fan.id })).balance
  await expect.poll(balance, within).toBe(100)
  const answer = { _id: randomUUID(), version: 0, text: 'It was used.', parts: ['receipt', 'access'] }
  const target = `POST /desk/disputes/${String((await listed())?.['_id'])}/answer` as const
  expect((await atDesk({ server, by: ada }, target, answer)).status).toBe(200)
  await expect.poll(listed, within).toMatchObject({ state: 'answered', decision: { state: 'done' } })
  await sandboxOf(server).decideDisputes()
  await sandboxOf(server).deliver()
  await expect.poll(listed, within).toMatchObject({ state: 'won' })
  await expect.poll(balance, within).toBe(200)
})
