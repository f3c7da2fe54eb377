import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { Notification } from '../../notify/notifications/entity.ts'
import { fillWallet } from '../money/testing/books.ts'
import { renewDue } from './renewal/renew.ts'
import { daysAfter } from './terms.ts'
import { join, offer } from './testing/subscribe.ts'

let server: TestServer
let now: Date | null = null

beforeAll(async () => void (server = await startTestServer({ clock: () => now ?? new Date() })))
afterAll(() => server.stop())

async function heardBy({ id: userId }: Person) {
  await deliverEvents(server.app)
  const notices = await server.app.orm.em
    .fork()
    .find(Notification, { userId, kind: 'subscription' }, { orderBy: { seq: 'asc' } })
  return notices.map(({ event, actors, count, tokens }) => [event, actors, count, tokens])
}

test('both sides hear of a subscription as it begins, goes on, is not paid, and ends; each once', async () => {
  const creator = await makePerson(server, 'noticed_creator', true)
  const [fan, other] = [await makePerson(server, 'noticed_fan'), await makePerson(server, 'noticed_other')]
  await offer(server, creator, { prices: { monthly: 500 } })
  // A term costs 100 tokens: one pays it once, the other three times.
  await fillWallet(server, fan.id, { paid: 100 })
  await fillWallet(server, other.id, { paid: 300 })
  const { paidThrough } = await join(server, fan, { to: creator })
  await join(server, other, { to: creator })
  // Another term of one who is subscribed goes on.
  await join(server, other, { to: creator })
  const begun = ['subscribed', [other.id, fan.id], 2, 200]
  const renewed = ['renewed', [other.id], 1, 100]
  expect(await heardBy(creator)).toEqual([begun, renewed])
  for (const day of [0, 1, 3, 5]) {
    now = daysAfter(paidThrough, day)
    await renewDue(server.app)
  }
  const unpaid = ['renewal-unpaid', [fan.id], 1, 0]
  const failed = ['renewal-failed', [creator.id], 1, 0]
  expect([await heardBy(creator), await heardBy(fan)]).toEqual([[begun, renewed, unpaid], [failed]])
  now = daysAfter(paidThrough, 7)
  await renewDue(server.app)
  expect(await heardBy(fan)).toEqual([failed, ['subscription-ended', [creator.id], 1, 0]])
  expect(await heardBy(other)).toEqual([])
})
