import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '@vesper/sync/engine/protocol/outcome.ts'
import type { WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Message } from '../../../domains/talk/messages/entity.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { LedgerEntry } from '../entity.ts'
import { prepare } from '../mutation-handlers.ts'
import { makePair, makePerson } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { mutation, TestDevice, textMutation } from '../testing/test-device.ts'
import { applyMutation } from './apply-mutation.ts'

let server: TestServer
let fan: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, conversationId } = await makePair(server, count))
})

test('[LEDGER-1] a batch sent ten times in parallel is applied once, in order, and each answer says the same', async () => {
  const device = new TestDevice(server, fan)
  const batch = texts(40)
  const request = device.request(batch)
  const answers = await Promise.all(Array.from({ length: 10 }, () => device.post(request)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  for (const { outcomes } of answers.map(({ body }) => body as unknown as SyncResponse)) {
    expect(outcomes).toEqual(batch.map(({ id }) => ({ id, status: 'applied' })))
  }
  await expectOnce(batch)
})

test('[LEDGER-1] a cloned device that sends the same mutations at the same time changes nothing', async () => {
  const batch = texts(20)
  const devices = Array.from({ length: 4 }, () => new TestDevice(server, fan))
  const outcomes = await Promise.all(devices.map((device) => untilDecided(device, batch)))
  for (const decided of outcomes) expect(decided).toEqual(outcomes[0])
  await expectOnce(batch)
})

test('[LEDGER-1] the database alone sees to it, whichever process and device a mutation comes through', async () => {
  const batch = texts(10)
  const push = () => {
    const { device: deviceId, incarnation } = new TestDevice(server, fan)
    const { userId: accountId, sessionId } = fan.actor
    return { app: server.app, actor: fan.actor, device: { accountId, deviceId, sessionId, turn: 0, incarnation } }
  }
  const [one, other] = [push(), push()]
  for (const sent of batch) {
    const prepared = prepare(server.app.domains.mutations, sent, { account: fan.id, schema: SCHEMA_VERSION })
    await Promise.all([one, other, one, other, one].map((through) => applyMutation(through, sent, prepared)))
  }
  await expectOnce(batch)
})

test('[LEDGER-1] connections cut before and after the commit: sent again until answered, applied once', async () => {
  const device = new TestDevice(server, fan)
  const batch = texts(60)
  for (let cut = 0; cut < 30; cut += 1) {
    const body = JSON.stringify(device.request(batch))
    const headers = { authorization: `Bearer ${fan.token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(1 + cut * 2)
    await fetch(`${server.url}/api/sync`, { method: 'POST', headers, body, signal })
      .then((answer) => answer.text())
      .catch(() => {})
  }
  await untilDecided(device, batch)
  await expectOnce(batch)
})

test('[LEDGER-1] the database cuts transactions off in the middle: what was not decided is sent again', async () => {
  const device = new TestDevice(server, fan)
  const batch = texts(60)
  let isOver = false
  const cutter = (async () => {
    // Ever more seldom: a slow machine gets through as well.
    for (let pause = 15; !isOver; pause *= 1.05) {
      await sleep(pause)
      await cutOneTransaction()
    }
  })()
  const outcomes = await untilDecided(device, batch).finally(() => (isOver = true))
  await cutter
  expect(outcomes.map(({ status }) => status)).toEqual(Array(60).fill('applied'))
  await expectOnce(batch)
})

test('[LEDGER-1] a refusal that races with the end of its reason is one of the two, for everybody', async () => {
  for (let round = 0; round < 10; round += 1) {
    const star = await makePerson(server, `star_${count}_${round}`, true)
    const id = conversationIdOf(fan.id, star.id)
    const send = textMutation(id, 'perhaps')
    const recipient = { _id: star.id, name: 'x', username: null, avatar: null, isPerformer: true }
    const open = mutation('conversation.open', { conversationId: id, recipient })
    const senders = Array.from({ length: 4 }, () => new TestDevice(server, fan))
    await Promise.all([new TestDevice(server, fan).sync([open]), ...senders.map((device) => device.sync([send]))])
    const answers = await Promise.all(senders.map((device) => device.sync([send])))
    const [first, ...others] = answers.map(({ outcomes }) => outcomes)
    for (const other of others) expect(other).toEqual(first)
    const sent = await server.app.orm.em.fork().count(Message, { conversationId: id })
    expect(sent).toBe(first?.[0]?.status === 'applied' ? 1 : 0)
  }
})

async function cutOneTransaction(): Promise<void> {
  await server.app.orm.em.fork().execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%' limit 1`,
  )
}

function texts(length: number): WireMutation[] {
  return Array.from({ length }, (_, n) => textMutation(conversationId, `text ${n + 1}`))
}

/** Sends what has no outcome yet, as the protocol asks, until all have. */
async function untilDecided(device: TestDevice, batch: readonly WireMutation[]): Promise<Outcome[]> {
  const decided = new Map<string, Outcome>()
  while (decided.size < batch.length) {
    const waiting = batch.filter(({ id }) => !decided.has(id))
    const { status, body } = await device.post(device.request(waiting))
    if (status !== 200) continue
    for (const outcome of (body as unknown as SyncResponse).outcomes) decided.set(outcome.id, outcome)
  }
  return batch.flatMap(({ id }) => decided.get(id) ?? [])
}

async function expectOnce(batch: readonly WireMutation[]): Promise<void> {
  const em = server.app.orm.em.fork()
  const messages = await em.find(Message, { conversationId }, { orderBy: { seq: 'asc' } })
  expect(messages.map(({ text, seq }) => [text, seq])).toEqual(batch.map((_, n) => [`text ${n + 1}`, n + 1]))
  expect(await em.count(LedgerEntry, { id: { $in: batch.map(({ id }) => id) } })).toBe(batch.length)
}
