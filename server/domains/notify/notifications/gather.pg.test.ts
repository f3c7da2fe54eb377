import { randomUUID } from 'node:crypto'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { v7 } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { writeComment } from '../../community/comments/testing/comment.ts'
import { setReaction } from '../../community/reactions/commands.ts'
import { Reaction } from '../../community/reactions/entity.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Follow } from '../../people/follows/entity.ts'
import { approveCreator, rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { deliverEvents } from './deliver.ts'
import { NotificationEvent } from './entity.ts'
import { flushGathered, gatherUntil } from './gather.ts'
import { test } from './testing/test.ts'

const like = (objectId: string, on = true) => ({ objectId, objectType: 'feed' as const, action: 'like' as const, on })

async function publish(server: TestServer, { actor }: Person): Promise<string> {
  const post = { _id: v7(), text: 'A picture\nof the sea', access: 'public' as const, price: 0, fileIds: [] }
  await transact(server.app, actor, (tx) => publishPost(tx, { ...post, scheduledAt: null, poll: null }))
  return post._id
}

async function activityOf(server: TestServer, { token }: Person): Promise<Notice[]> {
  await flushGathered(server.app)
  await deliverEvents(server.app)
  return (await call(server, 'GET /notifications', { token })).body['data'] as Notice[]
}

async function versionOf(server: TestServer, { id }: Person): Promise<number> {
  const em = server.app.orm.em.fork()
  const [row] = await em.execute<{ version: string }[]>('select version from space where id = ?', [`u:${id}`])
  return Number(row?.version ?? 0)
}

function makeFans(server: TestServer, count: number): Promise<Person[]> {
  const run = randomUUID().slice(0, 6)
  return Promise.all(Array.from({ length: count }, (_, n) => makePerson(server, `fan_${run}_${n}`)))
}

test('a burst of likes and follows of a star is told at once, without a write for each', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const creator = await makePerson(server, 'star', true)
  await transact(server.app, null, ({ em }) => em.nativeDelete(NotificationEvent, { userId: creator.id }))
  const end = Promise.withResolvers<void>()
  gatherUntil(server.app, end.promise)
  const fans = await makeFans(server, 40)
  const post = await publish(server, creator)
  const before = await versionOf(server, creator)
  const writes = fans.flatMap(({ actor }) => [
    transact(server.app, actor, (tx) => setReaction(tx, like(post))),
    transact(server.app, actor, (tx) => setFollow(tx, { performerId: creator.id, following: true })),
  ])
  await Promise.all(writes)
  expect(await server.app.orm.em.fork().count(NotificationEvent, { userId: creator.id })).toBe(0)
  expect((await versionOf(server, creator)) - before).toBe(0)
  end.resolve()
  await expect.poll(() => server.app.orm.em.fork().count(NotificationEvent, { userId: creator.id })).toBe(3)
  const activity = await activityOf(server, creator)
  expect((await versionOf(server, creator)) - before).toBe(1)
  expect(activity.map(({ kind, count, preview }) => [kind, count, preview])).toEqual(
    expect.arrayContaining([
      ['follow', 40, ''],
      ['like', 40, 'A picture of the sea'],
      ['follow', 1, '25'],
    ]),
  )
  expect(activity.map(({ actors }) => actors.length).toSorted((a, b) => a - b)).toEqual([0, 3, 3])
})

test('a like and a follow that another server has taken back are not told', async ({ server, fan, creator, pair }) => {
  const post = await publish(server, creator)
  for (const { actor } of [fan, pair.fan]) {
    await transact(server.app, actor, (tx) => setReaction(tx, like(post)))
    await transact(server.app, actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  }
  const em = server.app.orm.em.fork()
  await em.nativeDelete(Reaction, { userId: fan.id })
  await em.nativeDelete(Follow, { followerId: fan.id })
  const activity = await activityOf(server, creator)
  const told = activity.map(({ kind, count, actors }) => [kind, count, actors.map(({ _id }) => _id)])
  expect(told.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['follow', 1, [pair.fan.id]],
    ['like', 1, [pair.fan.id]],
  ])
})

test('a like that is taken back is not told, and one that is given again is told once', async ({
  server,
  fan,
  creator,
}) => {
  const post = await publish(server, creator)
  const set = (on: boolean) => transact(server.app, fan.actor, (tx) => setReaction(tx, like(post, on)))
  await set(true)
  await set(false)
  expect(await activityOf(server, creator)).toEqual([])
  await set(true)
  expect(await activityOf(server, creator)).toMatchObject([{ kind: 'like', count: 1, actors: [{ _id: fan.id }] }])
  await call(server, 'POST /notifications/read-all', { token: creator.token, body: {} })
  await set(false)
  await set(true)
  expect(await activityOf(server, creator)).toHaveLength(1)
})

test('authors of comments hear who likes them, on the page of the comment', async ({ server, fan, creator }) => {
  const post = await publish(server, creator)
  const thing = { objectType: 'feed', objectId: post } as const
  const id = await writeComment(server, fan, thing)
  for (const { actor } of [creator, fan]) {
    await transact(server.app, actor, (tx) => setReaction(tx, { ...like(id), objectType: 'comment' }))
  }
  expect(await activityOf(server, fan)).toMatchObject([
    {
      ...{ kind: 'like', objectType: 'comment', objectId: id, pageType: 'feed', pageId: post, count: 1 },
      ...{ preview: 'A comment', actors: [{ _id: creator.id }] },
    },
  ])
})

test('authors hear neither of their own likes nor of bookmarks', async ({ server, fan, creator }) => {
  const post = await publish(server, creator)
  await transact(server.app, creator.actor, (tx) => setReaction(tx, like(post)))
  await transact(server.app, fan.actor, (tx) => setReaction(tx, { ...like(post), action: 'bookmark' }))
  expect(await activityOf(server, creator)).toEqual([])
})

test('a creator hears how an application was decided', async ({ server, creator }) => {
  const [row] = await server.app.orm.em
    .fork()
    .execute<{ username: string }[]>('select username from "user" where id = ?', [creator.id])
  const username = row?.username ?? ''
  await transact(server.app, null, (tx) => rejectCreator(tx, username, { reason: 'The picture is blurred.' }))
  await transact(server.app, null, (tx) => approveCreator(tx, username))
  const activity = await activityOf(server, creator)
  expect(new Map(activity.map(({ event, preview }) => [event, preview]))).toEqual(
    new Map([
      ['approved', ''],
      ['rejected', 'The picture is blurred.'],
    ]),
  )
})
