import { randomUUID } from 'node:crypto'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import type { Vote } from '@vesper/sync/vesper/records/vote.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { closePolls } from '../posts/close-polls.ts'
import { publishPost, removePost, updatePost } from '../posts/commands.ts'
import type { PublishPost } from '../posts/commands.ts'
import { PollVote } from './entity.ts'

const HOUR_MS = 3_600_000
const VOTED = 'You have voted in this poll already. Your first vote stands.'

let server: TestServer
let fan: Person
let other: Person
let creator: Person
let elapsedMs = 0
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  elapsedMs = 0
  fan = await makePerson(server, `fan_${count}`)
  other = await makePerson(server, `other_${count}`)
  creator = await makePerson(server, `creator_${count}`, true)
})

test('the first vote stands: the same one again is answered, another one is refused in words', async () => {
  const post = await publish()
  const first = await vote(fan, post, [1])
  expect([first.status, first.body]).toEqual([200, { options: [1], counts: [0, 1, 0], voters: 1 }])
  expect((await vote(fan, post.toUpperCase(), [1])).body).toEqual(first.body)
  const second = await vote(fan, post, [0])
  expect([second.status, second.body['message']]).toEqual([409, VOTED])
  expect((await vote(other, post, [0])).body).toEqual({ options: [0], counts: [1, 1, 0], voters: 2 })
})

test('votes of one account at once, on several connections, are one', async () => {
  const post = await publish({ poll: { ...poll, isMultiple: true } })
  const ballots = [[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2], [0]]
  const answers = await Promise.all(ballots.map((options) => vote(fan, post, options)))
  const stands = answers.find(({ status }) => status === 200)?.body['options']
  const expected = ballots.map((options) => (String(options) === String(stands) ? 200 : 409))
  expect(answers.map(({ status }) => status)).toEqual(expected)
  expect(await server.app.orm.em.fork().find(PollVote, { postId: post })).toMatchObject([{ options: stands }])
  const { votes, voters } = await view(fan, post)
  expect([voters, votes?.reduce((sum, one) => sum + one, 0)]).toEqual([1, (stands as number[]).length])
})

test('many voters at once are all counted', async () => {
  const post = await publish({ poll: { ...poll, isMultiple: true } })
  const voters = await Promise.all(Array.from({ length: 12 }, (_, n) => makePerson(server, `voter_${count}_${n}`)))
  await Promise.all(voters.map((voter, n) => vote(voter, post, n % 2 === 0 ? [0, 1] : [2])))
  expect(await view(creator, post)).toMatchObject({ votes: [6, 6, 6], voters: 12 })
})

test('the first of two offline votes to arrive stands, and both devices show it', async () => {
  const post = await publish()
  const [one, two] = [new TestDevice(server, fan), new TestDevice(server, fan)]
  const sent = await one.sync([mutation('vote.set', { postId: post, options: [2] })])
  const late = await two.sync([mutation('vote.set', { postId: post, options: [0] })])
  expect(sent.outcomes).toMatchObject([{ status: 'applied' }])
  expect(late.outcomes).toMatchObject([{ status: 'rejected', kind: 'conflict', message: VOTED }])
  await one.syncAll()
  for (const device of [one, two]) {
    expect(device.all<Vote>('votes')).toMatchObject([{ _id: post, options: [2], counts: [0, 0, 1], voters: 1 }])
  }
})

test('one votes in what one may read, and only as the poll takes it', async () => {
  const open = await publish()
  const [locked, gone] = [await publish({ access: 'paid', price: 5 }), await publish()]
  await transact(server.app, creator.actor, (tx) => removePost(tx, { _id: gone }))
  const archived = await publish()
  await transact(server.app, creator.actor, (tx) => updatePost(tx, { _id: archived, changes: { archived: true } }))
  const scheduled = await publish({ scheduledAt: new Date(Date.now() + HOUR_MS).toISOString() })
  const attempts: [string, Person, string, unknown, number][] = [
    ['locked', fan, locked, [0], 403],
    ['removed', fan, gone, [0], 404],
    ['archived', fan, archived, [0], 404],
    ['archived, by its author', creator, archived, [0], 409],
    ['scheduled', fan, scheduled, [0], 404],
    ['scheduled, by its author', creator, scheduled, [0], 409],
    ['unknown', fan, randomUUID(), [0], 404],
    ['without a poll', fan, await publish({ poll: null }), [0], 400],
    ['no option', fan, open, [], 400],
    ['an option that is none', fan, open, [3], 400],
    ['two of one', fan, open, [0, 1], 400],
    ['no list', fan, open, 'first', 400],
  ]
  for (const [name, who, post, options, status] of attempts) {
    expect([name, (await vote(who, post, options)).status]).toEqual([name, status])
  }
  expect((await call(server, `POST /user/feeds/vote/${open}`, { body: { options: [0] } })).status).toBe(401)
  expect(await server.app.orm.em.fork().count(PollVote, { userId: fan.id })).toBe(0)
})

test('an ended poll takes no vote, but answers the vote that stands', async () => {
  const post = await publish({ poll: { ...poll, endsAt: new Date(Date.now() + HOUR_MS).toISOString() } })
  expect((await vote(fan, post, [0])).status).toBe(200)
  elapsedMs = HOUR_MS
  expect((await vote(other, post, [0])).body).toMatchObject({ message: 'This poll has ended.' })
  expect((await vote(other, post, [0])).status).toBe(409)
  expect((await vote(fan, post, [0])).status).toBe(200)
})

test('counts by option are absent before the vote or the end, for all but the author', async () => {
  const post = await publish({ poll: { ...poll, endsAt: new Date(Date.now() + HOUR_MS).toISOString() } })
  await vote(fan, post, [0])
  const seen = async () => {
    const views = [await view(fan, post), await view(other, post), await view(creator, post)]
    const nobody = (await call(server, `GET /user/feeds/${post}`)).body as PostRecord
    return [...views, nobody].map(({ votes, voters }) => [votes, voters])
  }
  const counts = [[1, 0, 0], 1]
  expect(await seen()).toEqual([counts, [null, 1], counts, [null, 1]])
  elapsedMs = HOUR_MS
  expect(await seen()).toEqual([counts, counts, counts, counts])
  await transact(server.app, creator.actor, (tx) =>
    updatePost(tx, { _id: post, changes: { access: 'paid', price: 5 } }),
  )
  expect(await view(other, post)).toMatchObject({ isLocked: true, poll: null, votes: null, voters: 0 })
})

test('a vote raises no space but its author’s; the end of a poll brings followers the counts', async () => {
  const post = await publish({ poll: { ...poll, endsAt: new Date(Date.now() + HOUR_MS).toISOString() } })
  const device = new TestDevice(server, other)
  await transact(server.app, other.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await device.syncAll()
  const before = await versions()
  await vote(fan, post, [1])
  const after = await versions()
  expect(Object.keys(after).filter((space) => after[space] !== before[space])).toEqual([`u:${fan.id}`])
  expect(await closePolls(server.app)).toBe(0)
  elapsedMs = HOUR_MS
  // Polls of other tests end at this hour, too.
  expect(await closePolls(server.app)).toBeGreaterThan(0)
  expect(await closePolls(server.app)).toBe(0)
  await device.syncAll()
  expect(device.all<PostRecord>('posts')).toMatchObject([{ _id: post, votes: [0, 1, 0], voters: 1 }])
})

test('a poll of its own becomes a post, once', async () => {
  const begun = await call(server, 'POST /performer/feeds/polls', { token: creator.token, body: { ...poll } })
  expect([begun.status, begun.body]).toMatchObject([201, { poll: { question: 'Which?' }, text: '' }])
  const pollId = begun.body['_id']
  const body = { pollId, text: 'Say.', access: 'public' }
  const made = await Promise.all(
    [1, 2, 3].map(() => call(server, 'POST /performer/feeds', { token: creator.token, body })),
  )
  for (const { status, body: post } of made) {
    expect([status, post]).toMatchObject([201, { _id: pollId, text: 'Say.', poll: { options: poll.options } }])
  }
  const again = { ...body, _id: v7() }
  expect((await call(server, 'POST /performer/feeds', { token: creator.token, body: again })).status).toBe(404)
  expect((await vote(fan, String(pollId), [0])).status).toBe(200)
})

test('a poll is put into a post that has no votes', async () => {
  const post = await publish({ poll: null, text: 'Words.' })
  const begin = async () =>
    (await call(server, 'POST /performer/feeds/polls', { token: creator.token, body: poll })).body['_id']
  const put = async (pollId: unknown, by = creator) =>
    call(server, `PUT /performer/feeds/${post}`, { token: by.token, body: { pollId } })
  const rival = await makePerson(server, `rival_${count}`, true)
  expect((await put(await begin(), rival)).status).toBe(409)
  expect((await put(randomUUID())).status).toBe(404)
  const put1 = await put(await begin())
  expect([put1.status, put1.body]).toMatchObject([200, { poll: { question: 'Which?' }, votes: [0, 0, 0] }])
  await vote(fan, post, [0])
  expect((await put(await begin())).status).toBe(409)
})

test('only creators begin polls, each with an end within bounds and without taking the id of another', async () => {
  const begin = (by: Person | null, given: object) =>
    call(server, 'POST /performer/feeds/polls', { ...(by && { token: by.token }), body: { ...poll, ...given } })
  const at = (ms: number) => ({ endsAt: new Date(Date.now() + ms).toISOString() })
  expect((await begin(null, {})).status).toBe(401)
  expect((await begin(fan, {})).status).toBe(403)
  for (const given of [at(60_000), at(33 * 24 * HOUR_MS), { options: ['one'] }, { question: ' ' }]) {
    expect([given, (await begin(creator, given)).status]).toEqual([given, 400])
  }
  const _id = v7()
  expect((await begin(creator, { _id, ...at(HOUR_MS) })).status).toBe(201)
  const rival = await makePerson(server, `rival_${count}`, true)
  expect((await begin(rival, { _id })).status).toBe(409)
  await expect(publish({ poll: { ...poll, ...at(60_000) } })).rejects.toMatchObject({ kind: 'invalid' })
})

const poll = { question: 'Which?', options: ['This', 'That', 'Neither'] }

async function publish(given: Partial<PublishPost> = {}): Promise<string> {
  const post = { _id: v7(), text: 'Words.', access: 'public' as const, price: 0, scheduledAt: null, poll, fileIds: [] }
  return (await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...post, ...given }))).id
}

function vote(by: Person, postId: string, options: unknown) {
  return call(server, `POST /user/feeds/vote/${postId}`, { token: by.token, body: { options } })
}

async function view(by: Person, postId: string): Promise<PostRecord> {
  return (await call(server, `GET /user/feeds/${postId}`, { token: by.token })).body as PostRecord
}

async function versions(): Promise<Record<string, string>> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string; version: string }[]>('select id, version from space')
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]))
}
