import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { RateLimited } from '../../../infra/http/limits/rate-limits.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { enqueue, openQueues, WAITING_MAX } from './say-queue.ts'
import { ask } from './testing/ask.ts'
import { changeStream, chatOf, enter, hear, makeStream, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

test('a message that comes after its time is not stored, and the sender may say it anew', async ({
  server,
  stream,
  fan,
  clock,
  socketOf,
}) => {
  const client = await socketOf(fan)
  expect((await enter(client, stream.id)).at).toBe(clock.ms)
  const said = (until: number, _id = v7()) =>
    ask(client, 'chat:send', { streamId: stream.id, _id, text: 'Hello', until })
  const _id = v7()
  expect(await said(clock.ms - 1, _id)).toEqual({
    ok: false,
    message: 'This message was too long on its way. Send it again.',
  })
  expect((await chatOf(server, stream.id)).lines).toEqual([])
  expect(await said(clock.ms, _id)).toMatchObject({ ok: true, seq: 1 })
})

test('messages of 16 sockets at once have one order without gaps, and all hear them in it', async ({
  server,
  stream,
  fan,
  socketOf,
}) => {
  const clients = await Promise.all(Array.from({ length: 16 }, () => socketOf(fan)))
  const heard = await Promise.all(
    clients.map(async (client) => {
      await enter(client, stream.id)
      return hear(client, 'chat:batch')
    }),
  )
  const people = await Promise.all(clients.map((_, n) => makePerson(server, `crowd_${n}_${stream.id.slice(-6)}`)))
  const sockets = await Promise.all(people.map((person) => socketOf(person)))
  const answers = await Promise.all(
    sockets.flatMap((client, n) => [0, 1, 2].map((m) => send(client, stream.id, { text: `${n} says ${m}` }))),
  )
  const numbers = answers.map((answer) => (answer.ok ? answer.seq : answer.message))
  expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 48 }, (_, n) => n + 1))
  const { seq, lines } = await chatOf(server, stream.id)
  expect([seq, lines.map((line) => line.seq)]).toEqual([48, Array.from({ length: 48 }, (_, n) => n + 1)])
  await until(() => heard.every((batches) => batches.flatMap(({ messages }) => messages).length === 48))
  for (const batches of heard) {
    expect(batches.flatMap(({ messages }) => messages.map(({ _id }) => _id))).toEqual(lines.map(({ id }) => id))
  }
})

test('messages of one socket are stored in the order in which they were said', async ({
  server,
  stream,
  fan,
  socketOf,
}) => {
  const client = await socketOf(fan)
  const blocker = new pg.Client({ connectionString: server.app.config.databaseUrl ?? '' })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('lock table stream in access exclusive mode')
  const texts = Array.from({ length: 16 }, (_, n) => `Number ${n}`)
  const answers = texts.map((text) => send(client, stream.id, { text }))
  await sleep(100)
  await blocker.query('commit')
  await blocker.end()
  expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual(texts.map(() => true))
  expect((await chatOf(server, stream.id)).lines.map(({ text }) => text)).toEqual(texts)
})

test('the same message again is one line, with its first number; under another text, sender or stream it is refused', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const other = await makePerson(server, `again_${fan.user.username}`)
  const [mine, theirs] = [await socketOf(fan), await socketOf(other)]
  const _id = v7()
  const said = { _id, text: 'Only once' }
  const answers = await Promise.all([
    send(mine, stream.id, said),
    send(mine, stream.id, said),
    send(mine, stream.id, said),
  ])
  expect(answers).toEqual([1, 2, 3].map(() => ({ _id, ok: true, seq: 1, isHeld: false })))
  const used = { ok: false, message: 'This was used for something else.' }
  expect(await send(mine, stream.id, { _id, text: 'Another' })).toMatchObject(used)
  expect(await send(theirs, stream.id, said)).toMatchObject(used)
  await changeStream(server, stream.id, { status: 'ended' })
  const next = await makeStream(server, creator)
  expect(await send(mine, next.id, said)).toMatchObject(used)
  expect(await send(mine, stream.id, said), 'after the end').toMatchObject({ ok: true, seq: 1 })
  expect(await send(mine, stream.id)).toMatchObject({ ok: false, message: 'The stream is over.' })
  expect((await chatOf(server, stream.id)).lines).toHaveLength(1)
})

test('a message is answered once it is stored, and not while its transaction waits', async ({
  server,
  stream,
  fan,
  socketOf,
}) => {
  const client = await socketOf(fan)
  const blocker = new pg.Client({ connectionString: server.app.config.databaseUrl ?? '' })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from stream where id = $1 for update', [stream.id])
  let isAnswered = false
  const answer = send(client, stream.id).then((given) => {
    isAnswered = true
    return given
  })
  await expect.poll(() => waitingBatches(server), { timeout: 10_000 }).toBe(1)
  expect([isAnswered, (await chatOf(server, stream.id)).lines]).toEqual([false, []])
  await blocker.query('commit')
  await blocker.end()
  expect(await answer).toMatchObject({ ok: true, seq: 1 })
  expect((await chatOf(server, stream.id)).lines).toHaveLength(1)
})

test('a message of which the commit is lost is not answered as stored', async ({ server, stream, fan, socketOf }) => {
  const client = await socketOf(fan)
  const blocker = new pg.Client({ connectionString: server.app.config.databaseUrl ?? '' })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from stream where id = $1 for update', [stream.id])
  const said = { _id: v7(), text: 'Cut off' }
  const answer = send(client, stream.id, said)
  await expect.poll(() => waitingBatches(server), { timeout: 10_000 }).toBe(1)
  await blocker.query(`select pg_terminate_backend(pid) ${WAITING}`)
  expect(await answer).toMatchObject({ ok: false })
  await blocker.query('commit')
  await blocker.end()
  expect((await chatOf(server, stream.id)).lines).toEqual([])
  expect(await send(client, stream.id, said)).toMatchObject({ ok: true, seq: 1 })
})

test('one message that cannot be stored does not keep the others of its batch from it', async ({ server, stream }) => {
  const say = (text: string) => enqueue(server.app, given(stream.id, text))
  const first = say('at once')
  // Longer than the column: no message from outside is.
  const batch = await Promise.allSettled([first, say('before'), say('x'.repeat(501)), say('after')])
  expect(batch.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  const { seq, lines } = await chatOf(server, stream.id)
  expect([seq, lines.map(({ text }) => text)]).toEqual([3, ['at once', 'before', 'after']])
})

test('a queue takes so many messages and one not more, and its memory is given back', async ({ server, stream }) => {
  const blocker = new pg.Client({ connectionString: server.app.config.databaseUrl ?? '' })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from stream where id = $1 for update', [stream.id])
  const all = Array.from({ length: WAITING_MAX + 2 }, (_, n) => enqueue(server.app, given(stream.id, `Number ${n}`)))
  const settled = Promise.allSettled(all)
  await blocker.query('commit')
  await blocker.end()
  const outcomes = await settled
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(WAITING_MAX + 1)
  const busy = new RateLimited(1, { message: 'This chat is very busy. Send it again in a moment.', details: [] })
  expect(outcomes.at(-1)).toEqual({ status: 'rejected', reason: busy })
  expect((await chatOf(server, stream.id)).seq).toBe(WAITING_MAX + 1)
  await until(() => openQueues(server.app) === 0)
})

test('a reply names a line of the same chat, or none', async ({ server, stream, fan }) => {
  const post = async (streamId: string, replyTo: string) => {
    const body = { text: `About ${replyTo}`, replyTo }
    return (await call(server, `POST /messages/stream/${streamId}`, { token: fan.token, body })).body
  }
  const first = await post(stream.id, v7())
  expect(first).toMatchObject({ seq: 1, replyTo: null, sender: { _id: fan.id, role: 'viewer' } })
  expect(await post(stream.id, String(first['_id']))).toMatchObject({ seq: 2, replyTo: first['_id'] })
})

/** SQL: the connections whose batch waits for the lock of a stream. */
const WAITING = `from pg_stat_activity
  where wait_event_type = 'Lock' and query like '%chat_seq%' and datname = current_database()`

/** Not within the transaction of a test: to that one, all activity stands still. */
async function waitingBatches({ app }: TestServer): Promise<number> {
  return (await app.orm.em.fork().execute<object[]>(`select 1 ${WAITING}`)).length
}

function given(streamId: string, text: string) {
  const senderId = v7()
  const line = { _id: v7(), senderId, text, replyTo: null, fileId: null }
  return { streamId, line, actor: { userId: senderId, sessionId: v7(), isPerformer: false } }
}
