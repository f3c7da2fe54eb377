import { randomUUID } from 'node:crypto'
import type { ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { expect, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test as base } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { suspendAccount } from '../../people/accounts/suspend.ts'
import { rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { endStream } from './commands.ts'
import { Stream } from './entity.ts'
import { ownRooms } from './own-rooms.ts'
import { sweepStreams } from './sweep-streams.ts'
import { begin } from './testing/begin.ts'
import { useMemoryEngine } from './testing/memory-engine.ts'
import { tickStreams } from './tick-streams.ts'

const test = base
  .extend('engine', { scope: 'file', auto: true }, async ({ server }) => useMemoryEngine(server.app))
  .extend('stream', ({ server, creator }) => begin(server, creator))

type Engine = ReturnType<typeof useMemoryEngine>

function publish(engine: Engine, { id }: Stream, { actor }: Person): Promise<string> {
  return engine.enter({ room: id, role: 'publish', ...actor })
}

function stored({ app }: TestServer, { id }: Pick<Stream, 'id'>): Promise<Stream> {
  return app.orm.em.fork().findOneOrFail(Stream, { id })
}

/** Lets so much time pass in the room, whose publisher has been silent for all of it. */
async function pass({ app }: TestServer, { id }: Stream, ms: number): Promise<void> {
  const room = ownRooms(app).get(id)
  if (!room) throw new Error('the room is not here')
  const { openedAt, mediaAt } = room.clock
  room.clock = { ...room.clock, openedAt: openedAt - ms, mediaAt: mediaAt === null ? null : mediaAt - ms }
  await tickStreams(app)
}

/** All that is told to rooms while the test runs. */
function overhear({ app }: TestServer) {
  const spy = vi.spyOn(app.live, 'toRoom')
  return (room: string, event: keyof ServerToClient) =>
    spy.mock.calls.flatMap(([to, said, payload]) => (to.room === room && said === event ? [payload as object] : []))
}

test('a stream is live with its first packet, waits for its line, comes back, and ends a minute after the last one', async ({
  server,
  engine,
  stream,
  creator,
}) => {
  await tickStreams(server.app)
  expect((await stored(server, stream)).status).toBe('starting')
  await publish(engine, stream, creator)
  engine.age(stream.id, 0)
  await tickStreams(server.app)
  const { status, startedAt } = await stored(server, stream)
  expect([status, startedAt]).toEqual(['live', expect.any(Date)])
  engine.age(stream.id, null)
  for (const [ms, expected] of [
    [2_000, 'reconnecting'],
    [50_000, 'reconnecting'],
  ] as const) {
    await pass(server, stream, ms)
    expect((await stored(server, stream)).status).toBe(expected)
  }
  engine.age(stream.id, 0)
  await tickStreams(server.app)
  const again = await stored(server, stream)
  expect([again.status, again.startedAt]).toEqual(['live', startedAt])
  expect(again.seconds, 'the hole does not count').toBeLessThan(10)
  engine.age(stream.id, null)
  await pass(server, stream, 60_000)
  expect(await stored(server, stream)).toMatchObject({ status: 'ended', endedReason: 'line', viewers: 0 })
  expect([engine.has(stream.id), ownRooms(server.app).has(stream.id)]).toEqual([false, false])
})

test('a stream without any picture ends after a minute, and one second earlier it waits', async ({
  server,
  stream,
}) => {
  await pass(server, stream, 58_000)
  expect((await stored(server, stream)).status).toBe('starting')
  await pass(server, stream, 2_000)
  expect(await stored(server, stream)).toMatchObject({ status: 'ended', endedReason: 'no-media', seconds: 0 })
})

test('viewers are accounts, not connections, and without the creator; the peak stays', async ({
  server,
  engine,
  stream,
  creator,
  fan,
}) => {
  const told = overhear(server)
  await publish(engine, stream, creator)
  engine.age(stream.id, 0)
  const enter = (who: Person) => engine.enter({ room: stream.id, role: 'view', ...who.actor })
  const peers = [await enter(fan), await enter(await signIn(server, fan.user)), await enter(creator)]
  const other = await makePerson(server, `other_${randomUUID().slice(0, 8)}`)
  const last = await enter(other)
  await tickStreams(server.app)
  expect(told(`st:${stream.id}`, 'stream:state').at(-1)).toMatchObject({ status: 'live', viewers: 2, reason: null })
  await engine.leave(last, other.id)
  await engine.leave(peers[0] ?? '', fan.id)
  await tickStreams(server.app)
  expect(told(`st:${stream.id}`, 'stream:state').at(-1)).toMatchObject({ viewers: 1 })
  const before = told(`st:${stream.id}`, 'stream:state').length
  await tickStreams(server.app)
  expect(told(`st:${stream.id}`, 'stream:state').length, 'nothing is new').toBeLessThanOrEqual(before + 1)
  const room = ownRooms(server.app).get(stream.id)
  if (room) room.storedAt -= 5_000
  await tickStreams(server.app)
  expect(await stored(server, stream)).toMatchObject({ viewers: 1, viewersPeak: 2 })
})

test.for([
  [
    'is suspended',
    ({ app }: TestServer, { user }: Person) => transact(app, null, (tx) => suspendAccount(tx, user.id, 'No')),
  ],
  [
    'loses the approval',
    ({ app }: TestServer, { user }: Person) =>
      transact(app, null, (tx) => rejectCreator(tx, user.username ?? '', { reason: 'No' })),
  ],
] as const)(
  'the stream of a creator who %s ends within one look',
  async ([, shut], { server, stream, creator, engine }) => {
    await publish(engine, stream, creator)
    engine.age(stream.id, 0)
    await shut(server, creator)
    await tickStreams(server.app)
    expect(await stored(server, stream)).toMatchObject({ status: 'ended', endedReason: 'closed' })
  },
)

test('a stream that another process has ended loses its room with the next look, and keeps its seconds', async ({
  server,
  stream,
  creator,
  engine,
}) => {
  await publish(engine, stream, creator)
  engine.age(stream.id, 0)
  await tickStreams(server.app)
  const room = ownRooms(server.app).get(stream.id)
  if (room) room.clock = { ...room.clock, liveMs: 33_000 }
  const told = overhear(server)
  await transact(server.app, null, ({ em }) =>
    em.nativeUpdate(Stream, { id: stream.id }, { status: 'ended', endedReason: 'staff', endedAt: new Date() }),
  )
  await tickStreams(server.app)
  expect(engine.has(stream.id)).toBe(false)
  expect((await stored(server, stream)).seconds).toBeGreaterThanOrEqual(33)
  expect(told(`st:${stream.id}`, 'stream:state').at(-1)).toMatchObject({ status: 'ended', reason: 'staff' })
})

test('a stream whose creator is away in a private show waits as long, and has a minute once they are back', async ({
  server,
  engine,
  stream,
  creator,
}) => {
  const away = (isAway: boolean) =>
    transact(server.app, null, ({ em }) => em.nativeUpdate(Stream, { id: stream.id }, { isAway }))
  await publish(engine, stream, creator)
  engine.age(stream.id, 0)
  await tickStreams(server.app)
  engine.age(stream.id, null)
  await away(true)
  await pass(server, stream, 600_000)
  expect((await stored(server, stream)).status).not.toBe('ended')
  await away(false)
  await tickStreams(server.app)
  expect((await stored(server, stream)).status).not.toBe('ended')
  const room = ownRooms(server.app).get(stream.id)
  if (room?.awayAt != null) room.awayAt -= 60_000
  await tickStreams(server.app)
  expect(await stored(server, stream)).toMatchObject({ status: 'ended', endedReason: 'line' })
})

test('a room that fails stops no other', async ({ server, stream, creator, engine }) => {
  const other = await makePerson(server, `broken_${randomUUID().slice(0, 8)}`, true)
  const broken = await begin(server, other)
  for (const [one, who] of [
    [stream, creator],
    [broken, other],
  ] as const) {
    await publish(engine, one, who)
    engine.age(one.id, 0)
  }
  const room = ownRooms(server.app).get(broken.id)
  if (room)
    Object.defineProperty(room, 'isAway', {
      set: () => {
        throw new Error('broken')
      },
    })
  await tickStreams(server.app)
  expect((await stored(server, stream)).status).toBe('live')
})

test('a room that the engine does not close at the end of its stream is closed with the next look', async ({
  server,
  engine,
  stream,
}) => {
  vi.spyOn(engine, 'close').mockRejectedValueOnce(new Error('no answer'))
  await transact(server.app, null, (tx) => endStream(tx, { id: stream.id, reason: 'staff' }))
  expect(engine.has(stream.id)).toBe(true)
  await tickStreams(server.app)
  expect([engine.has(stream.id), ownRooms(server.app).has(stream.id)]).toEqual([false, false])
  expect(await stored(server, stream)).toMatchObject({ status: 'ended', endedReason: 'staff' })
})

test.for([
  [19_000, 'starting'],
  [20_001, 'ended'],
] as const)(
  'a stream whose server was silent for %i ms is %s after a sweep',
  async ([ms, status], { server, stream }) => {
    ownRooms(server.app).delete(stream.id)
    const updatedAt = new Date(Date.now() - ms)
    await transact(server.app, null, ({ em }) => em.nativeUpdate(Stream, { id: stream.id }, { updatedAt }))
    await sweepStreams(server.app)
    expect((await stored(server, stream)).status).toBe(status)
  },
)

test('a server that knows itself alone ends what is left at once, and never its own rooms', async ({
  server,
  stream,
  creator,
}) => {
  const left = await begin(server, await makePerson(server, `left_${randomUUID().slice(0, 8)}`, true))
  ownRooms(server.app).delete(left.id)
  expect(creator.id).toBe(stream.performerId)
  await sweepStreams(server.app, { aloneSince: new Date(Date.now() + 1) })
  expect(await stored(server, left)).toMatchObject({ status: 'ended', endedReason: 'crash' })
  expect((await stored(server, stream)).status).toBe('starting')
})

test('a stream that begins while the first sweep runs goes on: its row is there before its room', async ({
  server,
  stream,
}) => {
  const startedAt = stream.createdAt
  ownRooms(server.app).delete(stream.id)
  await sweepStreams(server.app, { aloneSince: startedAt })
  expect((await stored(server, stream)).status).toBe('starting')
})
