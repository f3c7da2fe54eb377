import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { PushDelivery, PushSubscription } from './entity.ts'
import { sendDue } from './send-job.ts'
import { startPushService, TestBrowser } from './testing/push-service.ts'

let server: TestServer
let slow: Awaited<ReturnType<typeof startPushService>>
let quick: Awaited<ReturnType<typeof startPushService>>
let elapsedMs = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  slow = await startPushService()
  quick = await startPushService()
  slow.answer(null)
})
afterAll(async () => {
  await slow.stop()
  await quick.stop()
  await server.stop()
})

test('a push service that does not answer delays the messages of its own account alone', async () => {
  const [one, other] = [await makePerson(server, 'slow_one'), await makePerson(server, 'quick_one')]
  for (let device = 0; device < 3; device += 1) {
    await queue(await subscribe(await signIn(server, one.user), slow.url), one)
  }
  const sending = sendDue(server.app)
  await expect.poll(() => slow.posted.length).toBe(2)
  await queue(await subscribe(other, quick.url), other)
  await expect.poll(() => quick.posted.length).toBe(1)
  expect(slow.posted.length, 'the slow ones are still under way').toBe(2)
  await sending
  expect([slow.posted.length, slow.most()]).toEqual([3, 2])
})

test('a message that found no place is sent by the same run, also where the others end while it looks again', async () => {
  const person = await makePerson(server, 'third_one')
  const ids: string[] = []
  for (let device = 0; device < 3; device += 1) {
    ids.push(await subscribe(await signIn(server, person.user), slow.url))
    await queue(ids.at(-1) ?? '', person)
  }
  const before = slow.posted.length
  const sending = sendDue(server.app)
  await expect.poll(() => slow.posted.length - before).toBe(2)
  await transact(server.app, null, async (tx) => {
    // The look for due messages reads the sessions; the note of how the others ended does not.
    await tx.em.execute('lock table session in access exclusive mode')
    await expect.poll(() => em().count(PushSubscription, { id: ids, timeouts: 1 })).toBe(2)
    slow.answer(201)
  })
  await sending
  slow.answer(null)
  expect(slow.posted.length - before).toBe(3)
})

test('a subscription whose service does not answer five times in a row is removed', async () => {
  const person = await makePerson(server, 'late_one')
  const id = await subscribe(person, slow.url)
  await em().nativeUpdate(PushSubscription, { id }, { timeouts: 3 })
  await queue(id, person)
  await sendDue(server.app)
  expect(await em().findOne(PushSubscription, { id })).toMatchObject({ timeouts: 4 })
  // An answer ends the row.
  await em().nativeUpdate(PushSubscription, { id }, { endpoint: `${quick.url}/${id}` })
  elapsedMs += 3_600_000
  await sendDue(server.app)
  expect(await em().findOne(PushSubscription, { id })).toMatchObject({ timeouts: 0 })
  await em().nativeUpdate(PushSubscription, { id }, { endpoint: `${slow.url}/${id}`, timeouts: 4 })
  await queue(id, person)
  await sendDue(server.app)
  expect(await em().count(PushSubscription, { id })).toBe(0)
  expect(await em().count(PushDelivery, { subscriptionId: id })).toBe(0)
})

test('an account has at most 20 subscriptions, the latest ones', async () => {
  const person = await makePerson(server, 'many_devices')
  const sessions = []
  for (let device = 0; device < 23; device += 1) sessions.push(await signIn(server, person.user))
  const ids = []
  for (const session of sessions.slice(0, 21)) ids.push(await subscribe(session, quick.url))
  ids.push(...(await Promise.all(sessions.slice(21).map((session) => subscribe(session, quick.url)))))
  const kept = await em().find(PushSubscription, { userId: person.id })
  expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.slice(-20).toSorted())
})

test('a run sends so many messages and no more, and says that others are due now', async () => {
  const before = quick.posted.length
  for (let account = 0; account < 5; account += 1) {
    const person = await makePerson(server, `one_of_many_${account}`)
    await queue(await subscribe(person, quick.url), person)
  }
  expect(await sendDue(server.app, undefined, 2)).toBe(0)
  expect(quick.posted.length - before).toBe(2)
  expect(await sendDue(server.app, undefined, 2)).toBe(0)
  await sendDue(server.app)
  expect(quick.posted.length - before).toBe(5)
})

test('thousands of messages to a push service that does not answer hide no message to another one', async () => {
  const person = await makePerson(server, 'behind_thousands')
  const { p256dh, auth } = new TestBrowser().keys
  await em().execute(
    `with crowd as (
       insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth, kinds, timeouts, created_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ? || '/' || n, ?, ?, '{}', 0, now()
       from generate_series(1, 3000) n returning id, user_id
     )
     insert into push_delivery (subscription_id, topic, payload, attempts, due_at)
     select id, 'wipe', jsonb_build_object('account', user_id, 'kind', 'wipe', 'id', id, 'seq', 1), 0, now() - interval '1 hour'
     from crowd`,
    [slow.url, p256dh, auth],
  )
  await queue(await subscribe(person, quick.url), person)
  const before = quick.posted.length
  const stopping = new AbortController()
  const sending = sendDue(server.app, stopping.signal).catch((error: unknown) => error)
  await expect.poll(() => quick.posted.length - before, { timeout: 10_000 }).toBe(1)
  stopping.abort()
  await sending
  await em().nativeDelete(PushDelivery, { topic: 'wipe' })
})

function em() {
  return server.app.orm.em.fork()
}

async function subscribe({ token }: Person, url: string): Promise<string> {
  const endpoint = `${url}/${randomUUID()}`
  const body = { endpoint, keys: new TestBrowser().keys, kinds: PUSH_KINDS }
  const answer = await call(server, 'POST /push/subscriptions', { token, body })
  expect(answer.status).toBe(201)
  // The clock has milliseconds, and the order is by its time.
  await delay(2)
  return String(answer.body['_id'])
}

/** Has a message wait for a subscription, due now. */
async function queue(subscriptionId: string, { id: account }: Person): Promise<void> {
  const payload = { account, kind: 'comment', id: randomUUID(), seq: 1 } as const
  const dueAt = new Date(Date.now() + elapsedMs - 1)
  await em().insert(PushDelivery, { subscriptionId, topic: randomUUID().slice(0, 32), payload, attempts: 0, dueAt })
}
