import { randomUUID } from 'node:crypto'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import type { Reaction as ReactionRecord } from '@vesper/sync/vesper/records/reaction.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { deadTokens, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { publishPost, removePost, updatePost } from '../../content/posts/commands.ts'
import type { PublishPost } from '../../content/posts/commands.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Reaction } from './entity.ts'

type Action = 'like' | 'bookmark'

let server: TestServer
let fan: Person
let other: Person
let creator: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  fan = await makePerson(server, `fan_${count}`)
  other = await makePerson(server, `other_${count}`)
  creator = await makePerson(server, `creator_${count}`, true)
})

test('reacting and ceasing to, however often and at once, is reacting or not, and is counted once', async () => {
  const post = await publish()
  for (const on of [true, false, true]) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => (on ? react : cease)(fan, post, 'like')))
    for (const { status, body } of answers) expect([status, body['on']]).toEqual([200, on])
    expect(await server.app.orm.em.fork().count(Reaction, { objectId: post })).toBe(on ? 1 : 0)
    expect((await view(other, post))['likes']).toBe(on ? 1 : 0)
  }
})

test('a like and a bookmark of one post are two, and each is the account’s own', async () => {
  const post = await publish()
  await react(fan, post, 'like')
  await react(fan, post, 'bookmark')
  await react(other, post, 'like')
  await cease(fan, post, 'like')
  const left = await server.app.orm.em.fork().find(Reaction, { objectId: post })
  expect(left.map(({ userId, action }) => `${userId} ${action}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [`${fan.id} bookmark`, `${other.id} like`].toSorted((a, b) => (a < b ? -1 : 1)),
  )
})

test('one reacts to what one sees: a locked post is bookmarked and not liked, a hidden one is not there', async () => {
  const [open, locked, gone] = [await publish(), await publish({ access: 'paid', price: 5 }), await publish()]
  await transact(server.app, creator.actor, (tx) => removePost(tx, { _id: gone }))
  const attempts: [string, Action, number][] = [
    [open, 'like', 200],
    [open.toUpperCase(), 'bookmark', 200],
    [locked, 'bookmark', 200],
    [locked, 'like', 403],
    [gone, 'like', 404],
    [gone, 'bookmark', 404],
    [randomUUID(), 'like', 404],
    ['no id', 'like', 400],
  ]
  for (const [post, action, status] of attempts) {
    expect([post, action, (await react(fan, post, action)).status]).toEqual([post, action, status])
  }
  expect((await cease(fan, randomUUID(), 'like')).status).toBe(200)
  const odd = { objectId: open, objectType: 'stone', action: 'like' }
  expect((await call(server, 'POST /reactions', { token: fan.token, body: odd })).status).toBe(400)
  await setStatus('suspended')
  expect((await react(other, open, 'like')).status).toBe(404)
})

test('a like raises no space but its author’s, and the count is of others than who looks', async () => {
  const post = await publish()
  const device = new TestDevice(server, fan)
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await device.syncAll()
  const before = await versions()
  await react(fan, post, 'like')
  await react(other, post, 'like')
  const after = await versions()
  const raised = Object.keys(after).filter((space) => after[space] !== before[space])
  expect(raised.toSorted()).toEqual([`u:${fan.id}`, `u:${other.id}`].toSorted())
  const likes = await Promise.all([fan, other, creator].map(async (person) => (await view(person, post))['likes']))
  expect(likes).toEqual([1, 1, 2])
  const nobody = await call(server, `GET /user/feeds/${post}`)
  expect(nobody.body['likes']).toBe(2)
})

test('a device learns a count with the post, the next time that it gets it', async () => {
  const post = await publish()
  const device = new TestDevice(server, fan)
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await react(other, post, 'like')
  await device.syncAll()
  expect(device.all<PostRecord>('posts')).toMatchObject([{ _id: post, likes: 1 }])
})

test('a reaction reaches the account’s other device, and what goes out together ends as it was meant last', async () => {
  const post = await publish()
  const [device, second] = [new TestDevice(server, fan), new TestDevice(server, fan)]
  await second.syncAll()
  for (const intentions of [[true], [false, true], [true, false]]) {
    const queued = intentions.map((on) =>
      mutation('reaction.set', { objectId: post, objectType: 'feed', action: 'like', on }),
    )
    const { outcomes } = await device.sync(queued)
    expect(outcomes.map(({ status }) => status)).toEqual(intentions.map(() => 'applied'))
    await second.syncAll()
    const expected = intentions.at(-1) ? [{ objectId: post, action: 'like', userId: fan.id }] : []
    for (const each of [device, second]) expect(each.all<ReactionRecord>('reactions')).toMatchObject(expected)
  }
})

test('bookmarks come by page, the latest first: locked ones locked, hidden ones not, another’s never', async () => {
  const [first, locked, last] = [await publish(), await publish({ access: 'followers' }), await publish()]
  for (const post of [first, locked, last]) await react(fan, post, 'bookmark')
  await react(other, first, 'bookmark')
  expect(await bookmarks(fan)).toEqual([3, [last, locked, first]])
  expect(await bookmarks(fan, '?pageSize=1&current=2')).toEqual([3, [locked]])
  expect(await bookmarks(other)).toEqual([1, [first]])

  const { body } = await call(server, 'GET /reactions/feeds/bookmark', { token: fan.token })
  const [, shown] = body['data'] as PostRecord[]
  expect(shown).toMatchObject({ isLocked: true, files: [], poll: null })
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const opened = await call(server, 'GET /reactions/feeds/bookmark', { token: fan.token })
  expect((opened.body['data'] as PostRecord[])[1]).toMatchObject({ isLocked: false })

  await transact(server.app, creator.actor, (tx) => updatePost(tx, { _id: last, changes: { archived: true } }))
  expect(await bookmarks(fan)).toEqual([2, [locked, first]])
  await setStatus('deactivated')
  expect(await bookmarks(fan)).toEqual([0, []])
})

test('each call needs a session that holds', async () => {
  const post = await publish()
  const { revoked, expired } = await deadTokens(server, fan.user)
  const body = { objectId: post, objectType: 'feed', action: 'like' }
  for (const token of [undefined, 'nonsense', revoked, expired]) {
    for (const target of ['POST /reactions', 'DELETE /reactions'] as const) {
      expect((await call(server, target, { token, body })).status).toBe(401)
    }
    expect((await call(server, 'GET /reactions/feeds/bookmark', { token })).status).toBe(401)
  }
  expect(await server.app.orm.em.fork().count(Reaction, { objectId: post })).toBe(0)
})

async function publish(changes: Partial<PublishPost> = {}): Promise<string> {
  const args: PublishPost = {
    ...{ _id: v7(), text: 'A long day by the sea.', access: 'public', price: 0 },
    ...{ scheduledAt: null, poll: null, fileIds: [], ...changes },
  }
  await transact(server.app, creator.actor, (tx) => publishPost(tx, args))
  return args._id
}

function react({ token }: Person, objectId: string, action: Action) {
  return call(server, 'POST /reactions', { token, body: { objectId, objectType: 'feed', action } })
}

function cease({ token }: Person, objectId: string, action: Action) {
  return call(server, 'DELETE /reactions', { token, body: { objectId, objectType: 'feed', action } })
}

async function view({ token }: Person, post: string) {
  return (await call(server, `GET /user/feeds/${post}`, { token })).body
}

async function bookmarks({ token }: Person, query = ''): Promise<[number, string[]]> {
  const { body } = await call(server, `GET /reactions/feeds/bookmark${query}`, { token })
  return [body['total'] as number, (body['data'] as PostRecord[]).map(({ _id }) => _id)]
}

async function setStatus(status: User['status']): Promise<void> {
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id: creator.id })).status = status
  })
}

async function versions(): Promise<Record<string, number>> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string; version: string }[]>('select id, version from space')
  return Object.fromEntries(rows.map(({ id, version }) => [id, Number(version)]))
}
