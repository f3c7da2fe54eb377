import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import { STATISTICS_DAYS } from '@vesper/sync/vesper/api/statistics.ts'
import { CreatorDay } from '../../domains/statistics/entity.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOpenToOthers } from '../../content/open-to-others.ts'
import { User } from '../../domains/accounts/entity.ts'
import { call, tokenOf } from '../../domains/accounts/testing/api.ts'
import { Conversation } from '../../domains/conversations/entity.ts'
import { Follow } from '../../domains/follows/entity.ts'
import { Performer } from '../../domains/performers/entity.ts'
import { Post } from '../../domains/posts/entity.ts'
import { Product } from '../../domains/products/entity.ts'
import { Reaction } from '../../domains/reactions/entity.ts'
import { ContentTotal } from '../../content/content-total.ts'
import { Setting } from '../../domains/settings/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { Attachment } from '../../infra/files/attachment.ts'
import { File } from '../../infra/files/entity.ts'
import { Mail } from '../../infra/mail/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { seedDemo } from '../seed.ts'
import { DEMO_PASSWORD } from '../small/people.ts'
import { worldPictures } from './pictures.ts'
import { readWorld } from './read-world.ts'
import { startFilling } from './start-filling.ts'

/** The others take no longer, one by one: drawing all that a site opens with is no work for each run of the tests. */
const PHOTOS = 10
/** Processor time, whatever else the machine does. */
const FOREGROUND_MS = 15_000

let server: TestServer
let took: number
beforeAll(async () => {
  server = await startTestServer()
  const start = process.cpuUsage()
  await Promise.all([seedDemo(server.app, 'demo', PHOTOS), seedDemo(server.app, 'demo', PHOTOS)])
  const { user, system } = process.cpuUsage(start)
  took = (user + system) / 1000
}, 120_000)
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

test('two servers that make it at a time make it once, in the numbers of the texts', async () => {
  expect(took).toBeLessThan(FOREGROUND_MS)
  expect(await em().count(User, { isPerformer: true })).toBe(12)
  expect(await em().count(User, { isPerformer: false })).toBe(40)
  expect(await em().count(Post)).toBe(300)
  expect(await em().count(Product, { kind: 'product' })).toBe(36)
  expect(await em().count(Product, { stock: 0 })).toBe(2)
  expect(await em().count(Conversation)).toBe(15)
  expect(await em().count(Mail)).toBe(0)
  const [follows, likes] = [await em().count(Follow), await em().count(Reaction, { action: 'like' })]
  expect([follows > 320, follows < 480, likes > 2500, likes < 3500]).toEqual([true, true, true, true])
  expect(await em().count(Reaction, { action: 'bookmark' })).toBeGreaterThan(50)
  expect(await em().count(CreatorDay)).toBe(12 * STATISTICS_DAYS)
})

test('every creator can be reached by others', async () => {
  const performers = new Map((await em().find(Performer, {})).map((row) => [row.userId, row.verification]))
  const creators = await em().find(User, { isPerformer: true })
  for (const creator of creators) {
    const verification = performers.get(creator.id) ?? null
    expect([creator.username, isOpenToOthers({ ...creator, verification })]).toEqual([creator.username, true])
  }
})

test('every feed is as the commands would have left it', async () => {
  const performers = await em().find(Performer, {})
  expect(performers).toHaveLength(12)
  for (const { userId, lastPostSeq } of performers) {
    const posts = await em().find(
      Post,
      { performerId: userId, status: { $ne: 'scheduled' } },
      { orderBy: { seq: 'asc' } },
    )
    expect(posts.map(({ seq }) => seq)).toEqual(posts.map((_, index) => index + 1))
    expect(lastPostSeq).toBe(posts.length)
    const moments = posts.map(({ publishedAt }) => Number(publishedAt))
    expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b))
    expect(moments.at(-1)).toBeLessThan(Date.now())
  }
  const scheduled = await em().find(Post, { status: 'scheduled' }, { orderBy: { scheduledAt: 'asc' } })
  const minutes = scheduled.map(
    (post) => Math.round((Number(post.scheduledAt) - Number(post.createdAt)) / 60_000) - 180,
  )
  expect(minutes).toEqual([2, 15, 60])
  expect(scheduled.map(({ seq, publishedAt }) => seq ?? publishedAt ?? null)).toEqual([null, null, null])
})

test('nobody likes what is locked, or before it was there, and the totals count the likes', async () => {
  const posts = new Map((await em().find(Post, {})).map((post) => [post.id, post]))
  const follows = new Set((await em().find(Follow, {})).map((row) => `${row.followerId} ${row.performerId}`))
  const reactions = await em().find(Reaction, {})
  const likes = new Map<string, number>()
  for (const { userId, objectId, action, createdAt, reactionId } of reactions) {
    const post = posts.get(objectId)
    expect(post?.status).toBe('published')
    expect(createdAt.getTime()).toBeGreaterThan(Number(post?.publishedAt))
    expect(reactionId).toBe(reactionIdOf({ objectType: 'feed', objectId, action }))
    if (action !== 'like') continue
    likes.set(objectId, (likes.get(objectId) ?? 0) + 1)
    expect(['public', 'followers']).toContain(post?.access)
    if (post?.access === 'followers') expect(follows.has(`${userId} ${post.performerId}`)).toBe(true)
  }
  const totals = new Map((await em().find(ContentTotal, {})).map(({ objectId, likes }) => [objectId, likes]))
  expect(likes.size).toBeGreaterThan(100)
  for (const [id, count] of likes) expect(totals.get(id)).toBe(count)
})

test('the first pages of fan1 have every kind for every reader, drawn, and bookmarks of every access', async () => {
  const token = await tokenOf(server, 'fan1', DEMO_PASSWORD)
  const { body } = await call(server, 'GET /user/feeds?pageSize=60', { token })
  const posts = body['data'] as FeedPost[]
  const seen = new Set(
    posts.map(({ access, fileCount, poll }) => `${access} ${poll ? 'poll' : fileCount > 0 ? 'photo' : 'text'}`),
  )
  for (const pair of [
    'public text',
    'public photo',
    'public poll',
    'followers photo',
    'subscribers text',
    'paid text',
  ]) {
    expect([pair, seen.has(pair) || seen.has(pair.replace('text', 'photo'))]).toEqual([pair, true])
  }
  const newest = posts.slice(0, 5).flatMap(({ files }) => files)
  expect(newest.length).toBeGreaterThan(0)
  for (const { status, url, thumbnailUrl } of newest) {
    expect(status).toBe('ready')
    for (const link of [url, thumbnailUrl]) {
      const picture = await fetch(`${server.url}${link}`, { headers: { authorization: `Bearer ${token}` } })
      expect([link, picture.status]).toEqual([link, 200])
    }
  }
  const bookmarks = await call(server, 'GET /reactions/feeds/bookmark?pageSize=50', { token })
  const kept = bookmarks.body['data'] as FeedPost[]
  expect(kept).toHaveLength(14)
  expect(new Set(kept.map(({ access }) => access)).size).toBe(4)
})

test('pictures of accounts and products are there from the start', async () => {
  const waiting = await em().count(File, { status: 'processing', purpose: { $ne: 'message' } })
  expect([waiting, await em().count(File, { purpose: 'avatar' })]).toEqual([0, 52])
})

test('a filler that is cut off is completed by the next, which draws no picture twice and leaves none', async () => {
  const pictures = worldPictures(await readWorld())
  expect(new Set(pictures.map(({ id }) => id)).size).toBe(pictures.length)
  expect(await em().count(File)).toBe(pictures.length)
  // All but a few are taken as drawn: drawing them is not what is tested here.
  const waiting = await em().find(File, { status: 'processing' }, { orderBy: { id: 'asc' } })
  expect(waiting.length).toBeGreaterThan(100)
  const [first] = waiting
  const rest = waiting.slice(4).map(({ id }) => id)
  await transact(server.app, null, async (tx) => {
    for (const file of await tx.em.find(File, { id: { $in: rest } })) file.status = 'ready'
  })
  await startFilling(server.app).stop()
  expect(await em().count(Setting, { key: 'demo.filled' })).toBe(0)
  await Promise.all([startFilling(server.app).done, startFilling(server.app).done])
  expect(await em().count(Setting, { key: 'demo.filled' })).toBe(1)
  expect(await em().count(File, { status: { $ne: 'ready' } })).toBe(0)
  const drawn = await em().findOneOrFail(File, { id: first?.id ?? '' })
  expect([drawn.hasThumbnail, drawn.size > 5000, drawn.placeholder !== null]).toEqual([true, true, true])
  expect((await server.app.storage.open(drawn.id, 'original'))?.size).toBe(drawn.size)
  expect(await em().count(Attachment, { holderType: 'post' })).toBe(await em().count(File, { purpose: 'message' }))
})

test('made again, nothing is added and what was changed stays changed', async () => {
  await transact(server.app, null, async (tx) => {
    const fan = await tx.em.findOneOrFail(User, { username: 'fan2' })
    fan.name = 'Somebody else'
  })
  const before = [await em().count(Post), await em().count(File), await em().count(Reaction)]
  await seedDemo(server.app, 'demo')
  expect([await em().count(Post), await em().count(File), await em().count(Reaction)]).toEqual(before)
  expect((await em().findOneOrFail(User, { username: 'fan2' })).name).toBe('Somebody else')
})
