import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { query } from '../../../testing/query.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { makePerson } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { TestDevice } from '../testing/test-device.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('24 pulls of one account leave connections to the others, and all are answered', async () => {
  const greedy = await makePerson(server, 'greedy')
  const other = await makePerson(server, 'other')
  let during: unknown[] = []
  const statuses = await pullTogether(greedy, async () => {
    const answer = call(server, 'GET /performer/drafts', { token: other.token }).then(({ status }) => status)
    const elsewhere = await Promise.race([answer, delay(30_000, 'nothing')])
    during = [await countWaiting(), elsewhere]
  })
  expect(during).toEqual([4, 403])
  expect(statuses).toEqual(Array(24).fill(200))
})

test('a pull that waits its turn until its session has ended gets nothing', async () => {
  const person = await makePerson(server, 'leaving')
  const statuses = await pullTogether(person, async () => {
    await delay(1100)
    await ask(`update session set revoked_at = now() where id = '${person.actor.sessionId}'`)
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
})

/** Sends 24 pulls of one account, of which none can be read before `meanwhile` is over; answers how each was answered. */
async function pullTogether(person: Person, meanwhile: () => Promise<void>): Promise<number[]> {
  const { answers } = await transact(server.app, null, async ({ em }) => {
    await em.execute('lock table follow in access exclusive mode')
    const devices = Array.from({ length: 24 }, () => new TestDevice(server, person))
    const answers = Promise.all(devices.map((device) => device.post(device.request())))
    await expect.poll(countWaiting).toBeGreaterThanOrEqual(4)
    await meanwhile()
    return { answers }
  })
  return (await answers).map(({ status }) => status)
}

/** Connections that wait for the lock. */
async function countWaiting(): Promise<number> {
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return (await ask(waiting)).length
}

function ask(statement: string): Promise<unknown[]> {
  return query(String(server.app.config.databaseUrl), statement)
}
