import { randomUUID } from 'node:crypto'
import { STREAM_PRICE_MAX } from '@vesper/sync/vesper/api/live-streams.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test as base } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, makeAccount } from '../../people/accounts/testing/api.ts'
import { Stream } from './entity.ts'
import { begin, endAll } from './testing/begin.ts'
import { useMemoryEngine } from './testing/memory-engine.ts'
import { tickStreams } from './tick-streams.ts'

const test = base
  .extend('engine', { scope: 'file', auto: true }, async ({ server }) => useMemoryEngine(server.app))
  .extend('other', ({ server }) => makePerson(server, `other_${randomUUID().slice(0, 8)}`, true))

type Method = 'GET' | 'POST' | 'PUT'

/** Status, words and body of a call. */
async function ask(server: TestServer, who: Person | null, [target, body]: [`${Method} /${string}`, unknown?]) {
  const answer = await call(server, target, { token: who?.token, body })
  return { status: answer.status, message: answer.body['message'], body: answer.body }
}

function goLive(server: TestServer, who: Person, body: object = {}) {
  return ask(server, who, ['POST /streaming/live', { title: 'Tonight', ...body }])
}

function token(server: TestServer, who: Person | null, { id, role = 'view' }: { id: string; role?: string }) {
  return ask(server, who, ['POST /streaming/embedded/token', { streamId: id, role }])
}

/** Makes a stream live, as a publisher's first packet does. */
async function show(server: TestServer, stream: Stream, creator: Person): Promise<void> {
  const engine = server.app.rtc as ReturnType<typeof useMemoryEngine>
  await engine.enter({ room: stream.id, role: 'publish', ...creator.actor })
  engine.age(stream.id, 0)
  await tickStreams(server.app)
}

test('settings begin as the first ones, take the fields given, and begin the next stream', async ({
  server,
  creator,
}) => {
  const first = await ask(server, creator, ['GET /streaming/settings'])
  expect(first).toMatchObject({ status: 200, body: { access: 'public', price: 50, chat: { slowSeconds: 0 } } })
  const changes = { access: 'paid', price: 70, record: true, chat: { slowSeconds: 5 } }
  expect((await ask(server, creator, ['PUT /streaming/update', changes])).body).toMatchObject(changes)
  expect(
    (await ask(server, creator, ['PUT /streaming/update', { title: 'Soon', chat: { subscribersOnly: true } }])).body,
  ).toMatchObject({
    ...changes,
    ...{ title: 'Soon', chat: { slowSeconds: 5, subscribersOnly: true } },
  })
  const { status, body } = await goLive(server, creator)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    rtc: 'embedded',
    stream: { access: 'paid', price: 70, isRecorded: true, status: 'starting' },
  })
  expect(body['conversationId']).toBe((body['stream'] as { _id: string })._id)
  expect(await server.app.orm.em.fork().findOneOrFail(Stream, { performerId: creator.id })).toMatchObject({
    chat: { slowSeconds: 5, subscribersOnly: true, blockedTerms: [] },
  })
})

test.for<[object, number]>([
  [{ price: 0 }, 400],
  [{ price: 1 }, 200],
  [{ price: STREAM_PRICE_MAX }, 200],
  [{ price: STREAM_PRICE_MAX + 1 }, 400],
  [{ privateRate: 0 }, 400],
  [{ privateRate: 1_000 }, 200],
  [{ privateRate: 1_001 }, 400],
  [{ groupMinimum: 20, groupMaximum: 20 }, 200],
  [{ groupMinimum: 21, groupMaximum: 20 }, 400],
  [{ groupMaximum: 51 }, 400],
  [{ chat: { slowSeconds: 301 } }, 400],
])('the settings %o are answered with %i', async ([changes, status], { server, creator }) => {
  expect((await ask(server, creator, ['PUT /streaming/update', changes])).status).toBe(status)
})

test('the same id again is the same stream; another one is refused while it runs, with its id', async ({
  server,
  creator,
  other,
}) => {
  const _id = v7()
  const answers = await Promise.all(Array.from({ length: 5 }, () => goLive(server, creator, { _id })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201])
  const second = await goLive(server, creator)
  expect(second).toMatchObject({ status: 409, message: 'You are live already.', body: { details: [{ message: _id }] } })
  expect((await goLive(server, other, { _id })).status).toBe(409)
  expect(await server.app.orm.em.fork().count(Stream, { performerId: creator.id })).toBe(1)
  await endAll(server, creator)
  expect((await goLive(server, creator)).status).toBe(201)
})

test('a private show never begins in the room of another stream of its creator', async ({ server, creator }) => {
  const { id } = await begin(server, creator)
  await expect(begin(server, creator, { id, kind: 'private', rate: 60 })).rejects.toMatchObject({ kind: 'conflict' })
  await endAll(server, creator)
  await expect(begin(server, creator, { id, kind: 'private', rate: 60 })).rejects.toMatchObject({ kind: 'conflict' })
})

test('two streams that begin at once are one', async ({ server, creator }) => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => goLive(server, creator)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
})

test('a creator who is not approved does not go live, and a fan has no such call', async ({ server, fan }) => {
  const username = `waiting_${randomUUID().slice(0, 8)}`
  const waiting = await signIn(server, await makeAccount(server, { username, isPerformer: true, approved: false }))
  expect(await goLive(server, waiting)).toMatchObject({ status: 403, message: 'Your account is not approved yet.' })
  expect((await goLive(server, fan)).status).toBe(403)
})

test('a change needs the version that was seen; ending does not, and can be asked again', async ({
  server,
  creator,
  other,
}) => {
  const { id } = await begin(server, creator)
  const change = (body: object, who = creator) => ask(server, who, [`PUT /streaming/live/${id}`, body])
  expect((await change({ version: 1, title: 'Later', chat: { slowSeconds: 9 } })).body).toMatchObject({
    title: 'Later',
    version: 2,
  })
  expect(await change({ version: 1, title: 'Never' })).toMatchObject({
    status: 409,
    body: { details: [{ message: '2' }] },
  })
  expect(await change({ version: 2, title: 'Theirs' }, other)).toMatchObject({ status: 404 })
  for (const version of [1, 1]) {
    expect((await change({ version, status: 'ended' })).body).toMatchObject({
      status: 'ended',
      endedReason: 'performer',
      title: 'Later',
    })
  }
  expect(await change({ version: 2, title: 'Late' })).toMatchObject({ status: 409, message: 'The stream is over.' })
  expect(server.app.rtc.has(id)).toBe(false)
})

test('the duration is what the server counted, and a stranger learns nothing of it', async ({
  server,
  creator,
  other,
}) => {
  const { id } = await begin(server, creator)
  const body = { streamId: id, duration: 5_000 }
  expect((await ask(server, creator, ['PUT /streaming/set-duration', body])).body).toEqual({
    seconds: 0,
    viewers: 0,
    status: 'starting',
  })
  expect((await ask(server, other, ['PUT /streaming/set-duration', body])).status).toBe(404)
})

test('a stream is found by its id, and by the id and the name of its creator; the last one is over', async ({
  server,
  creator,
  fan,
  other,
}) => {
  const join = (name: string, who: Person | null = fan) => ask(server, who, [`GET /streaming/join/${name}`])
  expect(await join(creator.id)).toMatchObject({ status: 404, message: 'This stream does not exist.' })
  const { id } = await begin(server, creator, { access: 'paid', price: 30 })
  for (const name of [id, creator.id, (creator.user.username ?? '').toUpperCase()]) {
    for (const who of [fan, null]) {
      const { body } = await join(name, who)
      expect(body).toMatchObject({
        access: 'pay',
        price: 30,
        rtc: 'embedded',
        conversationId: id,
        stream: { _id: id, viewers: 0 },
      })
    }
  }
  expect((await join(creator.id, creator)).body).toMatchObject({ access: 'open', price: null })
  const show = await begin(server, creator, { kind: 'private', rate: 60 })
  expect((await join(creator.id)).body).toMatchObject({ stream: { _id: id } })
  expect((await join(show.id)).status).toBe(404)
  await endAll(server, creator)
  expect((await join(creator.id)).body).toMatchObject({
    access: 'over',
    price: null,
    stream: { _id: id, status: 'ended' },
  })
  expect((await join(other.id)).status).toBe(404)
  expect((await join('nobody_of_this_name')).status).toBe(404)
})

test.for<[Partial<Stream>, number, string, string | undefined]>([
  [{ access: 'public' }, 200, '', undefined],
  [{ access: 'followers' }, 403, 'Follow the creator to watch this stream.', undefined],
  [{ access: 'subscribers' }, 403, 'Subscribe to the creator to watch this stream.', undefined],
  [{ access: 'paid', price: 30 }, 402, 'Buy a ticket to watch this stream.', '30'],
  [{ kind: 'group', rate: 20 }, 402, 'Take a seat to watch this show. Each minute is paid.', '20'],
  [{ kind: 'private', rate: 20 }, 404, 'This stream does not exist.', undefined],
])('a stranger who would watch %o gets %i', async ([given, status, words, price], { server, creator, fan }) => {
  const stream = await begin(server, creator, given as object)
  const answer = await token(server, fan, stream)
  expect(answer.status).toBe(status)
  expect(answer.message ?? '').toBe(words)
  expect((answer.body['details'] as { message: string }[] | undefined)?.[0]?.message).toBe(price)
  expect((await token(server, creator, { ...stream, role: 'publish' })).status).toBe(200)
})

test('the creator alone gets a token that publishes; no engine but the one in force gives any', async ({
  server,
  creator,
  fan,
  other,
}) => {
  const { id } = await begin(server, creator)
  expect(await token(server, fan, { id, role: 'publish' })).toMatchObject({ status: 403 })
  expect(await token(server, other, { id, role: 'publish' })).toMatchObject({ status: 403 })
  expect((await token(server, null, { id })).status).toBe(401)
  expect((await ask(server, fan, ['POST /streaming/livekit/token', { streamId: id, role: 'view' }])).status).toBe(404)
  expect((await token(server, fan, { id: v7() })).status).toBe(404)
  await endAll(server, creator)
  for (const role of ['view', 'publish']) {
    expect(await token(server, creator, { id, role })).toMatchObject({ status: 409, message: 'The stream is over.' })
  }
})

test('the list has the streams with picture, by viewers, and no private one', async ({
  server,
  creator,
  other,
  fan,
}) => {
  const mark = `quince_${randomUUID().slice(0, 8)}`
  const list = async (query = '', who: Person | null = null) => {
    const { body } = await ask(server, who, [`GET /streaming/user/search?q=${mark}${query}`])
    return (body['data'] as { _id: string }[]).map(({ _id }) => _id)
  }
  const one = await begin(server, creator, { title: `${mark} one` })
  expect(await list()).toEqual([])
  await show(server, one, creator)
  const two = await begin(server, other, { title: `${mark} two`, kind: 'group', rate: 20 })
  await show(server, two, other)
  const shut = await begin(server, creator, { title: `${mark} three`, kind: 'private', rate: 20 })
  await show(server, shut, creator)
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(Stream, { id: two.id }, { viewers: 1_234 }))
  for (const who of [null, fan]) expect(await list('', who)).toEqual([two.id, one.id])
  expect(await list('&sort=asc')).toEqual([one.id, two.id])
  expect(await list('&access=paid')).toEqual([])
  const { body } = await ask(server, fan, [`GET /streaming/user/search?q=${mark}`])
  expect(body['data']).toMatchObject([{ viewers: 1_200, rate: 20, price: null }, { rate: null }])
  await transact(server.app, null, (tx) =>
    tx.em.execute('insert into block (performer_id, user_id, created_at) values (?, ?, now())', [creator.id, fan.id]),
  )
  expect(await list('', fan)).toEqual([two.id])
  await endAll(server, other)
  expect(await list()).toEqual([one.id])
})
