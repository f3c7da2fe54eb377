import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Poke } from '@vesper/sync/engine/protocol/poke.ts'
import type { Receipt } from '@vesper/sync/engine/protocol/receipt.ts'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { User } from '../../domains/people/accounts/entity.ts'
import { call } from '../../domains/people/accounts/testing/api.ts'
import { setFollow } from '../../domains/people/follows/commands.ts'
import { receiptsSettled } from '../../domains/talk/conversations/receipt-queue.ts'
import { deleteMessage } from '../../domains/talk/messages/commands.ts'
import { readAll } from '../../domains/talk/messages/read-all.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { deadTokens, makePair, makePerson, say, signIn } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'
import { endExpiredSessions } from './expired-sessions.ts'

type Client = Socket<ServerToClient, ClientToServer>

/** How long an event may take on a busy machine. */
const PATIENCE_MS = 20_000

let server: TestServer
let fan: Person
let creator: Person
let stranger: Person
let conversationId: string
let count = 0
const clients: Client[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
  stranger = await makePerson(server, `stranger_${count}`)
})

test('who changes a conversation pokes both participants, with its version, the other with what changed, and nobody else', async () => {
  const [mine, theirs, other] = [await enter(fan), await enter(creator), await enter(stranger)]
  const pokes = record(other, 'sync:poke')
  const expected = [next(mine, 'sync:poke'), next(theirs, 'sync:poke')] as const
  await say(server, fan, { to: conversationId, text: 'hello' })
  const spaces = { [`c:${conversationId}`]: 2 }
  const [[toWriter], [toOther]] = await Promise.all(expected)
  expect(toWriter).toEqual({ spaces })
  expect(toOther).toMatchObject({ spaces, patch: { account: creator.id, spaces: [{ since: 1, version: 2 }] } })
  expect(pokes).toEqual([])
})

test('who changes what a creator shows pokes the followers who are connected and the creator, and nobody else', async () => {
  await call(server, `POST /follows/${creator.id}`, { token: fan.token })
  const [follower, own, other] = [await enter(fan), await enter(creator), await enter(stranger)]
  const pokes = record(other, 'sync:poke')
  const expected = [next(follower, 'sync:poke'), next(own, 'sync:poke')] as const
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id: creator.id })).bio = 'Changed.'
  })
  const [[toFollower], [toOwn]] = await Promise.all(expected)
  const card = { collection: 'creators', id: creator.id, value: { bio: 'Changed.' } }
  expect(toFollower).toMatchObject({ patch: { spaces: [{ space: `p:${creator.id}`, rows: [card] }] } })
  const spaces = {
    [`p:${creator.id}`]: expect.any(Number) as number,
    [`u:${creator.id}`]: expect.any(Number) as number,
  }
  expect(toOwn).toMatchObject({ spaces })
  expect(pokes).toEqual([])
})

test('a follow pokes the account’s other devices without what changed, so that they pull the channel too', async () => {
  const client = await enter(fan)
  const poke = next(client, 'sync:poke')
  await transact(server.app, { ...fan.actor, userId: fan.id }, (tx) =>
    setFollow(tx, { performerId: creator.id, following: true }),
  )
  expect(await poke).toEqual([{ spaces: { [`u:${fan.id}`]: expect.any(Number) as number } }])
})

test('the conversation’s room hears of messages, deletions, reading and typing', async () => {
  const [mine, theirs] = [await join(fan), await join(creator)]
  const created = next(theirs, 'message:created')
  const messageId = await say(server, fan, { to: conversationId, text: 'hello' })
  expect(await created).toMatchObject([{ _id: messageId, text: 'hello', seq: 1 }])

  const read = next(mine, 'conversation:read')
  await transact(server.app, creator.actor, (tx) => readAll(tx, { conversationId }))
  expect(await read).toEqual([{ conversationId, userId: creator.id, seq: 1 }])

  const deleted = next(theirs, 'message:deleted')
  await transact(server.app, fan.actor, (tx) => deleteMessage(tx, { _id: messageId }))
  expect(await deleted).toEqual([{ _id: messageId, conversationId, text: 'Message deleted!' }])

  const typing = next(theirs, 'conversation:typing')
  mine.emit('conversation:typing', { conversationId, typing: true })
  expect(await typing).toEqual([{ conversationId, userId: fan.id, typing: true }])
})

test('who types in the moment of joining is heard once in, in order, and a stranger is not', async () => {
  const theirs = await join(creator)
  const heard = record(theirs, 'conversation:typing')
  const [mine, intruder] = [await enter(fan), await enter(stranger)]
  for (const client of [mine, intruder]) {
    client.emit('conversation:join', { conversationId })
    for (const typing of [true, false, true]) client.emit('conversation:typing', { conversationId, typing })
  }
  await until(() => heard.length === 3)
  await ping(intruder)
  await ping(theirs)
  const said = [true, false, true].map((typing) => [{ conversationId, userId: fan.id, typing }])
  expect(heard).toEqual(said)
})

test('a device that says what it has taken in is believed of its own account, database and run, and no other', async () => {
  const [mine, theirs, intruder] = [await enter(fan), await enter(creator), await enter(stranger)]
  const poke = next(theirs, 'sync:poke')
  const ownPoke = next(mine, 'sync:poke')
  await say(server, fan, { to: conversationId, text: 'hello' })
  const [{ spaces, patch }] = (await poke) as [Poke]
  if (!patch) throw new Error('the poke brings nothing')
  const { epoch, run } = patch
  await ownPoke
  const told = record(mine, 'sync:poke')
  const saysTaken = (socket: Client, event: Receipt) => socket.emitWithAck('sync:taken', event)
  expect(await saysTaken(theirs, { epoch: randomUUID(), run, spaces })).toEqual({ ok: false })
  expect(await saysTaken(theirs, { epoch, run: run + 1, spaces })).toEqual({ ok: false })
  const others = { 'c:x': 1, [`u:${fan.id}`]: 9, [`c:${randomUUID()}`]: 1 }
  expect(await saysTaken(theirs, { epoch, run, spaces: others })).toEqual({ ok: true })
  expect(await saysTaken(intruder, { epoch, run, spaces })).toEqual({ ok: true })
  await receiptsSettled(server.app)
  await ping(mine)
  expect(told).toEqual([])
  expect(await saysTaken(theirs, { epoch, run, spaces })).toEqual({ ok: true })
  await until(() => told.length === 1)
  const [[shown]] = told as [[Poke]]
  const rows = shown.patch?.spaces.flatMap(({ rows }) => rows)
  expect(rows).toMatchObject([{ collection: 'conversations', value: { recipientDeliveredSeq: 1 } }])
})

test('presence is told to whoever has the conversation open, and to nobody else', async () => {
  const watcher = await enter(creator)
  const first = next(watcher, 'presence')
  await watcher.emitWithAck('conversation:join', { conversationId })
  expect(await first).toMatchObject([{ userId: fan.id, online: false }])

  const outside = record(await enter(stranger), 'presence')
  const seen = record(watcher, 'presence')
  const [one, two] = [await enter(fan), await enter(fan)]
  one.disconnect()
  two.disconnect()
  await until(() => seen.length === 2)
  expect(seen).toMatchObject([
    [{ userId: fan.id, online: true, lastSeenAt: null }],
    [{ userId: fan.id, online: false, lastSeenAt: expect.stringContaining('T') as string }],
  ])
  expect(outside).toEqual([])

  watcher.emit('conversation:leave', { conversationId })
  await enter(fan)
  await ping(watcher)
  expect(seen).toHaveLength(2)
})

test('a stranger joins nothing, hears nothing and cannot type into it', async () => {
  const theirs = await join(creator)
  const heard = record(theirs, 'conversation:typing')
  const intruder = await enter(stranger)
  const all: unknown[] = []
  intruder.onAny((...event) => all.push(event))
  for (const id of [conversationId, conversationId.toUpperCase(), randomUUID()]) {
    expect(await intruder.emitWithAck('conversation:join', { conversationId: id })).toEqual({ ok: false })
  }
  intruder.emit('conversation:typing', { conversationId, typing: true })
  await say(server, fan, { to: conversationId, text: 'private' })
  await ping(intruder)
  await ping(theirs)
  expect([heard, all]).toEqual([[], []])
})

test('only a token that holds logs in; before that, nothing is answered', async () => {
  const { revoked, expired } = await deadTokens(server, fan.user)
  for (const token of ['', 'nonsense', revoked, expired]) {
    const client = await connect(fan.token)
    expect(await client.emitWithAck('login', { token })).toMatchObject({ ok: false })
    expect(await client.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: false })
  }
})

test('a socket belongs to one account', async () => {
  const client = await enter(fan)
  expect(await client.emitWithAck('login', { token: stranger.token })).toMatchObject({ ok: false })
  expect(await client.emitWithAck('login', { token: (await signIn(server, fan.user)).token })).toEqual({ ok: true })
})

test('a session that is revoked ends its sockets, and only those', async () => {
  const other = await signIn(server, fan.user)
  const [mine, ended] = [await enter(fan), await enter(other)]
  const told = next(ended, 'session:ended')
  const closed = next(ended, 'disconnect')
  await call(server, `DELETE /auth/users/me/sessions/${other.actor.sessionId}` as never, { token: fan.token })
  await Promise.all([told, closed])
  expect(await mine.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: true })
})

test('a session that runs out, or whose account is closed, ends its sockets within a minute', async () => {
  const now = { ms: Date.now() }
  const ticking = await startTestServer({ clock: () => new Date(now.ms) })
  onTestFinished(() => ticking.stop())
  const [one, two, three] = [
    await makePerson(ticking, 'one'),
    await makePerson(ticking, 'two'),
    await makePerson(ticking, 'three'),
  ]
  const sockets = [await enter(one, ticking), await enter(two, ticking)] as const
  const ended = sockets.map((socket) => record(socket, 'session:ended'))
  await endExpiredSessions.run(ticking.app, new AbortController().signal)
  for (const socket of sockets) await ping(socket)
  expect(ended, 'a session that holds').toEqual([[], []])
  await transact(ticking.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id: two.id })).status = 'deactivated'
  })
  const suspended = next(sockets[1], 'session:ended')
  await endExpiredSessions.run(ticking.app, new AbortController().signal)
  await suspended

  await ping(sockets[0])
  expect(ended[0], 'the other account goes on').toEqual([])

  now.ms += 25 * 3_600_000
  const expired = next(sockets[0], 'session:ended')
  const fresh = await enter(await signIn(ticking, three.user), ticking)
  await endExpiredSessions.run(ticking.app, new AbortController().signal)
  await expired
  await ping(fresh)
})

test('a socket that does not log in within 10 seconds is closed', async () => {
  const since = performance.now()
  const client = await connect('')
  await once(client as never, 'disconnect', { signal: AbortSignal.timeout(PATIENCE_MS) })
  // The exact moment is a test of `acceptSocket`.
  expect(performance.now() - since).toBeGreaterThan(9_000)
})

test('malformed events are refused and harm nobody', async () => {
  const client = await enter(fan)
  const raw = client as unknown as {
    emitWithAck: (...event: unknown[]) => Promise<unknown>
    emit: (...event: unknown[]) => void
  }
  for (const event of ['login', 'conversation:join', 'conversation:leave', 'conversation:typing', 'sync:taken']) {
    for (const payload of [null, 1, 'x', [], {}, { conversationId: 1 }, { conversationId: "' or 1" }, { token: {} }]) {
      expect(await raw.emitWithAck(event, payload)).toMatchObject({ ok: false })
    }
    raw.emit(event, { conversationId }, 'not a function')
  }
  raw.emit('no:such:event')
  expect(await client.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: true })
})

test('an event that is too long ends its connection only', async () => {
  const [client, other] = [await enter(fan), await enter(creator)]
  const closed = next(client, 'disconnect')
  client.emit('login', { token: 'x'.repeat(100_000) })
  await closed
  await ping(other)
})

test('polling works where websockets do not', async () => {
  const client = await connect(fan.token, ['polling'])
  expect(await client.emitWithAck('login', { token: fan.token })).toEqual({ ok: true })
  const poke = next(client, 'sync:poke')
  await say(server, creator, { to: conversationId, text: 'hello' })
  await poke
})

test('a token in the address never reaches the log', async () => {
  await enter(fan)
  expect(server.logLines.join('\n')).not.toContain(fan.token)
})

test('a server that stops lets go of its clients, and they come back by themselves', async () => {
  const stopping = await startTestServer()
  const person = await makePerson(stopping, 'one')
  const client = await connect(person.token, ['websocket'], stopping)
  await client.emitWithAck('login', { token: person.token })
  const gone = next(client, 'disconnect')
  await stopping.stop()
  expect((await gone)[0]).not.toBe('io server disconnect')
  expect(client.active).toBe(true)
})

async function connect(token: string, transports = ['websocket'], to = server): Promise<Client> {
  const client: Client = io(to.url, { transports, query: { token }, forceNew: true })
  clients.push(client)
  await next(client, 'connect')
  return client
}

async function enter(person: Person, to = server): Promise<Client> {
  const client = await connect(person.token, ['websocket'], to)
  expect(await client.emitWithAck('login', { token: person.token })).toEqual({ ok: true })
  return client
}

async function join(person: Person): Promise<Client> {
  const client = await enter(person)
  expect(await client.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: true })
  return client
}

function next(client: Client, event: keyof ServerToClient | 'connect' | 'disconnect'): Promise<unknown[]> {
  return once(client as never, event, { signal: AbortSignal.timeout(PATIENCE_MS) })
}

function record(client: Client, event: keyof ServerToClient): unknown[][] {
  const events: unknown[][] = []
  client.on(event, (...payload: unknown[]) => void events.push(payload))
  return events
}

/** A round trip: what was emitted to this client before has arrived. */
async function ping(client: Client): Promise<void> {
  await client.emitWithAck('conversation:join', { conversationId: randomUUID() })
}

async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!isDone() && Date.now() < deadline) await sleep(5)
}
