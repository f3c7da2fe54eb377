import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test as base } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { Notification } from '../../notify/notifications/entity.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { setMembership } from '../../people/grants/commands.ts'
import { announceLive } from './announce-live.ts'
import { Stream } from './entity.ts'
import { begin, endAll } from './testing/begin.ts'
import { useMemoryEngine } from './testing/memory-engine.ts'
import { tickStreams } from './tick-streams.ts'

const test = base.extend('engine', { scope: 'file', auto: true }, async ({ server }) => useMemoryEngine(server.app))
const HOUR_MS = 3_600_000

type Engine = ReturnType<typeof useMemoryEngine>

async function follow({ app }: TestServer, fan: Person, creator: Person): Promise<void> {
  await transact(app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
}

/** A stream that has just become live. */
async function goLive(server: TestServer, creator: Person, given: Parameters<typeof begin>[2] = {}): Promise<Stream> {
  const engine = server.app.rtc as Engine
  const stream = await begin(server, creator, given)
  await engine.enter({ room: stream.id, role: 'publish', ...creator.actor })
  engine.age(stream.id, 0)
  await tickStreams(server.app)
  return server.app.orm.em.fork().findOneOrFail(Stream, { id: stream.id })
}

async function jobsFor({ app }: TestServer, { id }: Stream): Promise<number> {
  const jobs = await app.orm.em
    .fork()
    .execute<object[]>(`select 1 from pgboss.job where name = 'streams.announce-live' and data ->> 'streamId' = ?`, [
      id,
    ])
  return jobs.length
}

/** The payloads of a stream's jobs, in the order in which they were enqueued. */
async function payloadsFor({ app }: TestServer, { id }: Stream): Promise<{ streamId: string; after?: string }[]> {
  const jobs = await app.orm.em
    .fork()
    .execute<{ data: { streamId: string; after?: string } }[]>(
      `select data from pgboss.job where name = 'streams.announce-live' and data ->> 'streamId' = ? order by created_on`,
      [id],
    )
  return jobs.map(({ data }) => data)
}

function noticesOf({ app }: TestServer, { id: userId }: Person): Promise<Notification[]> {
  return app.orm.em.fork().find(Notification, { userId, kind: 'live' })
}

test('followers and members hear once that a creator is live, those who are blocked and strangers do not', async ({
  server,
  creator,
  fan,
}) => {
  const [member, blocked, stranger] = await Promise.all(
    ['member', 'blocked', 'stranger'].map((name) => makePerson(server, `${name}_${randomUUID().slice(0, 8)}`)),
  )
  if (!member || !blocked || !stranger) throw new Error('nobody came')
  for (const one of [fan, blocked]) await follow(server, one, creator)
  const term = { userId: member.id, performerId: creator.id, kind: 'subscription' } as const
  await transact(server.app, null, (tx) => setMembership(tx, { ...term, accessUntil: new Date(Date.now() + HOUR_MS) }))
  await transact(server.app, null, ({ em }) =>
    em.execute('insert into block (performer_id, user_id, created_at) values (?, ?, now())', [creator.id, blocked.id]),
  )
  const stream = await goLive(server, creator)
  expect(await jobsFor(server, stream)).toBe(1)
  for (const _again of [1, 2]) {
    await announceLive(server.app, { streamId: stream.id })
    await deliverEvents(server.app)
  }
  for (const one of [fan, member]) {
    expect(await noticesOf(server, one)).toMatchObject([
      { objectType: 'stream', objectId: stream.id, actors: [creator.id], count: 1, preview: 'Tonight' },
    ])
  }
  for (const one of [blocked, stranger, creator]) expect(await noticesOf(server, one)).toEqual([])
})

test('a stream is announced when it is live, not when it starts, and one in an hour', async ({ server, creator }) => {
  const starting = await begin(server, creator)
  await tickStreams(server.app)
  expect(await jobsFor(server, starting)).toBe(0)
  await endAll(server, creator)
  const first = await goLive(server, creator)
  expect(await jobsFor(server, first)).toBe(1)
  await endAll(server, creator)
  const second = await goLive(server, creator)
  expect(await jobsFor(server, second)).toBe(0)
  await endAll(server, creator)
  const at = new Date(Date.now() - HOUR_MS - 1_000)
  await transact(server.app, null, ({ em }) => em.nativeUpdate(Stream, { id: first.id }, { announcedAt: at }))
  expect(await jobsFor(server, await goLive(server, creator))).toBe(1)
})

test.for(['private', 'group'] as const)('a %s show is not announced', async (kind, { server, creator }) => {
  expect(await jobsFor(server, await goLive(server, creator, { kind, rate: 20 }))).toBe(0)
})

test('chunks come to all, the next one after the one before it was delivered', async ({ server, creator }) => {
  const fans = await Promise.all(
    Array.from({ length: 5 }, () => makePerson(server, `chunk_${randomUUID().slice(0, 8)}`)),
  )
  for (const one of fans) await follow(server, one, creator)
  const stream = await goLive(server, creator)
  let isDone = false
  const announced = announceLive(server.app, { streamId: stream.id }, { chunk: 2 }).finally(() => (isDone = true))
  let runs = 0
  while (!isDone && runs < 100) {
    await deliverEvents(server.app)
    await new Promise((resolve) => setTimeout(resolve, 50))
    runs += 1
  }
  await announced
  await deliverEvents(server.app)
  for (const one of fans) expect(await noticesOf(server, one)).toHaveLength(1)
})

test('a job tells some followers, and the next job the others, each once', async ({ server, creator }) => {
  const fans = await Promise.all(Array.from({ length: 5 }, () => makePerson(server, `job_${randomUUID().slice(0, 8)}`)))
  for (const one of fans) await follow(server, one, creator)
  const stream = await goLive(server, creator)
  const heard: number[] = []
  for (const job of [0, 1, 2]) {
    const payload = (await payloadsFor(server, stream))[job]
    if (!payload) throw new Error('there is no such job')
    await announceLive(server.app, payload, { chunk: 2, most: 2 })
    await deliverEvents(server.app)
    heard.push((await Promise.all(fans.map((one) => noticesOf(server, one)))).flat().length)
  }
  expect(heard).toEqual([2, 4, 5])
  for (const one of fans) expect(await noticesOf(server, one)).toMatchObject([{ count: 1 }])
  expect(await jobsFor(server, stream)).toBe(3)
})

test('a stream that has ended meanwhile is announced no further', async ({ server, creator, fan }) => {
  await follow(server, fan, creator)
  const stream = await goLive(server, creator)
  await endAll(server, creator)
  await announceLive(server.app, { streamId: stream.id })
  await deliverEvents(server.app)
  expect(await noticesOf(server, fan)).toEqual([])
})
