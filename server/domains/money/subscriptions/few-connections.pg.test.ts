import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { fillWallet } from '../money/testing/books.ts'
import { join, offer } from './testing/subscribe.ts'

const POOL = 4
/** Pulls at once: each connection is wanted by several. */
const DEVICES = 12

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { databasePool: POOL } })
})
afterAll(() => server.stop())

test('no pull of a subscriber holds a connection while it waits for another one', async () => {
  const creator = await makePerson(server, 'few.creator', true)
  const fan = await makePerson(server, 'few.fan')
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, fan.id, { paid: 200 })
  await join(server, fan, { to: creator })
  // Each pull reads the settings anew.
  const forgetting = setInterval(() => server.app.settings.forget(), 1)
  const answers = await Promise.all(Array.from({ length: DEVICES }, () => new TestDevice(server, fan).sync()))
  clearInterval(forgetting)
  expect(answers).toHaveLength(DEVICES)
}, 60_000)
