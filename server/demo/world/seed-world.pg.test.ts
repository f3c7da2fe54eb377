import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { STATISTICS_DAYS } from '@vesper/sync/vesper/api/statistics.ts'
import type { StatisticsDay } from '@vesper/sync/vesper/api/statistics.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ContentTotal } from '../../content/content-total.ts'
import { isOpenToOthers } from '../../content/open-to-others.ts'
import { Reaction } from '../../domains/community/reactions/entity.ts'
import { Asset } from '../../domains/content/assets/entity.ts'
import { Post } from '../../domains/content/posts/entity.ts'
import { Product } from '../../domains/content/products/entity.ts'
import { CreatorDay } from '../../domains/content/statistics/entity.ts'
import { PollTotal, PollVote } from '../../domains/content/votes/entity.ts'
import { Stream } from '../../domains/live/streams/entity.ts'
import { Charge } from '../../domains/money/money/charges/entity.ts'
import { brokenRules } from '../../domains/money/money/testing/books.ts'
import { openBankAccount } from '../../domains/money/payouts/details/banking.ts'
import { PayoutDetails } from '../../domains/money/payouts/details/entity.ts'
import { Payout } from '../../domains/money/payouts/requests/entity.ts'
import { Subscription } from '../../domains/money/subscriptions/entity.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { call, tokenOf } from '../../domains/people/accounts/testing/api.ts'
import { Follow } from '../../domains/people/follows/entity.ts'
import { Performer } from '../../domains/people/performers/entity.ts'
import { Order, RefundRequest } from '../../domains/shop/orders/entity.ts'
import { sitePages } from '../../domains/site/pages/queries.ts'
import { Promo } from '../../domains/site/promos/entity.ts'
import { Setting } from '../../domains/site/settings/entity.ts'
import { Conversation } from '../../domains/talk/conversations/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import { processFileJob } from '../../infra/files/processing/process-file-job.ts'
import { Mail } from '../../infra/mail/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { must } from '../find-demo-rows.ts'
import { seedDemo } from '../seed.ts'
import { DEMO_PASSWORD } from '../small/people.ts'
import { worldClips } from './clips.ts'
import { postClipId, postPictureFileIds, soldFileIds } from './file-ids.ts'
import { worldPictures } from './pictures.ts'
import { readWorld } from './read-world.ts'
import { seedMoney } from './seed-money.ts'
import { seedOrders } from './seed-orders.ts'
import { seedPayouts } from './seed-payouts.ts'
import { seedReach } from './seed-reach.ts'
import { startFilling } from './start-filling.ts'
import { worldStreams } from './world-streams.ts'

/** The others take no longer, one by one: drawing all that a site opens with is no work for each run of the tests. */
const PHOTOS = 10
const DAY_MS = 86_400_000
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
}, 300_000)
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

/** The logins of these tests are told by mail, as on each new device. */
const notOfLogins = { subject: { $ne: 'A new device logged in' } }

test('creators and fans have an activity of which the latest entries are unread', async () => {
  for (const username of ['creator1', 'fan1']) {
    const { body } = await call(server, 'GET /notifications', { token: await tokenOf(server, username, DEMO_PASSWORD) })
    expect(Number(body['unread'])).toBeGreaterThan(0)
    const kinds = (body['data'] as { kind: string }[]).map(({ kind }) => kind)
    expect(kinds).toContain(username === 'creator1' ? 'comment' : 'reply')
  }
})

test('two servers that make it at a time make it once, in the numbers of the texts', async () => {
  expect(took).toBeLessThan(FOREGROUND_MS)
  expect(await em().count(User, { isPerformer: true })).toBe(12)
  expect(await em().count(User, { isPerformer: false })).toBe(40)
  expect(await em().count(Post)).toBe(300)
  expect(await em().count(Product, { kind: 'product' })).toBe(36)
  expect(await em().count(Product, { stock: 0 })).toBe(2)
  expect(await em().count(Conversation)).toBe(15)
  expect(await em().count(Mail, notOfLogins)).toBe(0)
  const [follows, likes] = [
    await em().count(Follow),
    await em().count(Reaction, { action: 'like', objectType: 'feed' }),
  ]
  expect([follows > 320, follows < 480, likes > 2500, likes < 3500]).toEqual([true, true, true, true])
  expect(await em().count(Reaction, { action: 'bookmark' })).toBeGreaterThan(50)
  expect(await em().count(CreatorDay)).toBe(12 * STATISTICS_DAYS)
})

test('the views and likes of creators lie on many days, and the day of the first start is one of them', async () => {
  for (const username of ['creator1', 'luca.onsight', 'nightbus']) {
    const token = await tokenOf(server, username, DEMO_PASSWORD)
    const { body } = await call(server, 'GET /performer/statistics', { token })
    const days = body['days'] as StatisticsDay[]
    for (const count of ['views', 'likes'] as const) {
      const counts = days.map((day) => day[count])
      const all = counts.reduce((sum, one) => sum + one, 0)
      expect([username, count, counts.filter((one) => one > 0).length > 5]).toEqual([username, count, true])
      expect([username, count, (counts.at(-1) ?? 0) < all / 4]).toEqual([username, count, true])
    }
  }
})

test('creators have a menu, and most a goal; streams that are over keep their chat and their recording', async () => {
  const creators = await em().find(User, { isPerformer: true })
  const menus = await Promise.all(creators.map(({ id }) => call(server, `GET /tip-menu/${id}`)))
  expect(menus.every(({ body }) => (body['items'] as unknown[]).length > 0)).toBe(true)
  expect(menus.filter(({ body }) => body['goal'] !== null)).toHaveLength(10)
  const streams = await em().find(Stream, {})
  expect(streams.map(({ status, endedReason }) => [status, endedReason])).toEqual(
    worldStreams.map(() => ['ended', 'performer']),
  )
  for (const { id, performerId, title, videoId, seconds, startedAt, endedAt } of streams) {
    const texts = must(worldStreams.find(({ video }) => video === title))
    expect([title, seconds, (endedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0)]).toEqual([
      ...[title, texts.seconds, texts.seconds * 1000],
    ])
    const { body } = await call(server, `GET /messages/stream/${id}?limit=50`)
    const said = (body['data'] as { text: string; createdAt: string }[]).toReversed()
    expect(said.map(({ text }) => text)).toEqual(texts.lines.map(([, text]) => text))
    const video = await em().findOneOrFail(Asset, { id: must(videoId ?? undefined) })
    expect([video.title, video.performerId === performerId]).toEqual([title, true])
    expect(video.createdAt.getTime()).toBeGreaterThan(endedAt?.getTime() ?? 0)
  }
  const open = await call(server, 'GET /streaming/user/search')
  expect(open.body['data'], 'nobody sends').toEqual([])
})

test('the site has pages of its own beside those that come with Vesper', async () => {
  const pages = await sitePages(em(), 'ar')
  expect(pages.map(({ slug, locale }) => `${slug} ${locale}`).toSorted()).toEqual([
    ...['about ar', 'creators en', 'help ar', 'house-rules en', 'privacy ar', 'shipping en', 'terms ar'],
  ])
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
  for (const { userId, objectId, objectType, action, createdAt, reactionId } of reactions) {
    expect(reactionId).toBe(reactionIdOf({ objectType, objectId, action }))
    if (objectType !== 'feed') {
      expect(`${objectType} ${action}`).not.toBe('performer like')
      continue
    }
    const post = posts.get(objectId)
    expect(post?.status).toBe('published')
    expect(createdAt.getTime()).toBeGreaterThan(Number(post?.publishedAt))
    if (action !== 'like') continue
    likes.set(objectId, (likes.get(objectId) ?? 0) + 1)
    expect(['public', 'followers']).toContain(post?.access)
    if (post?.access === 'followers') expect(follows.has(`${userId} ${post.performerId}`)).toBe(true)
  }
  const totals = new Map((await em().find(ContentTotal, {})).map(({ objectId, likes }) => [objectId, likes]))
  expect(likes.size).toBeGreaterThan(100)
  const [{ wrong } = { wrong: null }] = await em().execute<{ wrong: number | null }[]>(
    `select count(*)::int as wrong from (
       select object_id, count(*) filter (where action = 'like') as likes from reaction group by object_id
     ) r join content_total t using (object_id) where t.likes <> r.likes`,
  )
  expect(wrong).toBe(0)
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
  for (const kind of ['galleries', 'videos', 'products', 'performers']) {
    const { body: page } = await call(server, `GET /reactions/${kind}/bookmark`, { token })
    expect([kind, page['total']]).toEqual([kind, 2])
  }
})

test('each poll has the votes of those who could read it while it was open, counted', async () => {
  const polls = (await em().find(Post, { status: 'published' })).filter(({ poll }) => poll)
  const ended = polls.filter(({ pollClosesAt }) => pollClosesAt == null)
  expect([ended.length > 12, polls.length - ended.length > 6]).toEqual([true, true])
  const votes = await em().find(PollVote, {})
  const totals = await em().find(PollTotal, {})
  for (const { id, poll, publishedAt, pollClosesAt } of polls) {
    const cast = votes.filter(({ postId }) => postId === id)
    expect(cast.length).toBeGreaterThan(5)
    const counts = poll?.options.map((_, n) => cast.filter(({ options }) => options.includes(n)).length)
    expect(totals.find(({ postId }) => postId === id)).toMatchObject({ votes: counts, voters: cast.length })
    const end = Date.parse(poll?.endsAt ?? '')
    expect([id, pollClosesAt == null]).toEqual([id, end <= Date.now()])
    for (const { createdAt, options } of cast) {
      expect(createdAt.getTime()).toBeGreaterThan(Number(publishedAt))
      expect(createdAt.getTime()).toBeLessThan(end)
      if (poll?.isMultiple !== true) expect(options).toHaveLength(1)
    }
  }
})

test('galleries are as the commands leave them, and their creators see and change them', async () => {
  const token = await tokenOf(server, 'creator1', DEMO_PASSWORD)
  const { body } = await call(server, 'GET /performer/performer-assets/galleries/search', { token })
  const galleries = body['data'] as OwnAsset[]
  expect(galleries.map(({ title, photoCount }) => [title, photoCount])).toEqual([
    ['Fog over Abisko, the whole roll', 8],
    ['Contact sheets, spring', 6],
  ])
  for (const { _id, coverPhotoId } of galleries) {
    const photos = await em().find(Asset, { galleryId: _id }, { orderBy: { position: 'asc' } })
    expect(photos.map(({ position }) => position)).toEqual(photos.map((_, n) => n))
    expect(coverPhotoId).toBe(photos[0]?.id)
  }
  const changed = await call(server, `PUT /performer/performer-assets/galleries/${galleries[0]?._id ?? ''}`, {
    token,
    body: { description: 'Eight of twelve.' },
  })
  expect([changed.status, changed.body['description']]).toEqual([200, 'Eight of twelve.'])
})

test('pictures of accounts and products are there from the start', async () => {
  const first = ['avatar', 'cover', 'product'] as const
  const waiting = await em().count(File, { status: 'processing', purpose: { $in: [...first] } })
  expect([waiting, await em().count(File, { purpose: 'avatar' })]).toEqual([0, 52])
})

test('a filler that is cut off is completed by the next, which makes no file twice and leaves none', async () => {
  const world = await readWorld()
  const [pictures, clips] = [worldPictures(world), worldClips(world)]
  const ids = [...pictures, ...clips].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  // A picture stands for a clip only where none can be made.
  const posted = new Set(world.posts.flatMap((post) => (postClipId(post) === null ? [] : postPictureFileIds(post))))
  expect(await em().count(File, { purpose: { $ne: 'product-file' } })).toBe(ids.length - posted.size)
  // All but a few are taken as made: making them is not what is tested here.
  const waiting = await em().find(File, { status: 'processing' }, { orderBy: { id: 'asc' } })
  expect(waiting.length).toBeGreaterThan(100)
  const sold = soldFileIds(world)
  const last = (['photo', 'video', 'audio'] as const).flatMap((type) =>
    waiting.filter((file) => file.type === type && file.purpose !== 'video' && !sold.has(file.id)).slice(0, 1),
  )
  const soldClip = must(waiting.find(({ id, type }) => type === 'video' && sold.has(id)))
  const left = [...waiting.filter(({ type }) => type === 'photo').slice(1, 3), ...last, soldClip].map(({ id }) => id)
  await transact(server.app, null, async (tx) => {
    for (const file of await tx.em.find(File, { id: { $nin: left }, status: 'processing' })) file.status = 'ready'
  })
  await startFilling(server.app).stop()
  expect(await em().count(Setting, { key: 'demo.filled' })).toBe(0)
  await Promise.all([startFilling(server.app).done, startFilling(server.app).done])
  expect(await em().count(Setting, { key: 'demo.filled' })).toBe(1)
  // The clips wait in the queue, which does not run here, but for those that are for sale.
  const queued = await em().find(File, { status: 'processing' })
  expect(queued.map(({ type }) => type).toSorted()).toEqual(['audio', 'video'])
  for (const { id: fileId } of queued) await processFileJob.run(server.app, { fileId }, new AbortController().signal)
  const [photo, video, sound] = await Promise.all(last.map(({ id }) => em().findOneOrFail(File, { id })))
  expect([photo?.hasThumbnail, (photo?.size ?? 0) > 5000, photo?.placeholder != null]).toEqual([true, true, true])
  expect([video?.hasPoster, (video?.durationMs ?? 0) > 2500]).toEqual([true, true])
  expect([sound?.mimeType, sound?.waveform?.some((peak) => peak > 20)]).toEqual(['audio/mp4', true])
  for (const { id, size } of [photo, video, sound].filter((file) => file !== undefined))
    expect((await server.app.storage.open(id, 'original'))?.size).toBe(size)
}, 400_000)

test('the money of the year was moved through the ledger, each time in its place, and once', async () => {
  expect(await brokenRules(server)).toEqual([])
  const charges = await em().find(Charge, {})
  expect(charges.length).toBeGreaterThan(200)
  const users = new Map((await em().find(User, {})).map((user) => [user.id, user]))
  const posts = new Map((await em().find(Post, {})).map(({ id, publishedAt }) => [id, publishedAt]))
  const lately = new Set<string | null | undefined>()
  for (const { fanId, performerId, type, targetId, createdAt } of charges) {
    expect(createdAt.getTime()).toBeGreaterThan(Number(users.get(fanId)?.createdAt))
    expect(createdAt.getTime()).toBeLessThan(Date.now())
    if (type === 'feed') expect(createdAt.getTime()).toBeGreaterThan(Number(posts.get(targetId)))
    if (createdAt.getTime() > Date.now() - 28 * DAY_MS) lately.add(users.get(performerId)?.username)
  }
  expect(lately.size).toBe(12)
  expect(new Set(charges.map(({ type }) => type))).toEqual(
    new Set(['tip', 'feed', 'gallery', 'video', 'subscription', 'product']),
  )
  const token = await tokenOf(server, 'fan1', DEMO_PASSWORD)
  const { body } = await call(server, 'GET /users/me', { token })
  expect(body['balance']).toBeGreaterThanOrEqual(400)
  const goals = [...users.values()].filter(({ isPerformer }) => isPerformer)
  const menus = await Promise.all(goals.map(({ id }) => call(server, `GET /tip-menu/${id}`)))
  const raised = menus.filter((menu) => ((menu.body['goal'] as { raised: number } | null)?.raised ?? 0) > 0)
  expect(raised.length, 'tips of the year count towards goals').toBeGreaterThan(5)
  const subscriptions = await em().find(Subscription, {})
  expect(subscriptions.length).toBeGreaterThan(25)
  expect(new Set(subscriptions.map(({ status }) => status))).toEqual(new Set(['active']))
  expect(subscriptions.every(({ accessUntil }) => accessUntil > new Date())).toBe(true)
  expect(await em().count(Mail, notOfLogins)).toBe(0)
  const orders = await em().find(Order, {})
  const states = ['new', 'processing', 'shipped', 'delivered', 'completed', 'canceled']
  expect(new Set(orders.map(({ fulfilment }) => fulfilment))).toEqual(new Set(states))
  expect(await em().count(RefundRequest, { state: 'open' })).toBeGreaterThan(0)
  const payouts = await em().find(Payout, {})
  const ends = ['pending', 'paid', 'rejected', 'canceled', 'failed']
  expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(ends))
  for (const name of ['creator1', 'creator2', 'creator3']) {
    const performerId = [...users.values()].find(({ username }) => username === name)?.id ?? ''
    expect(payouts.filter((payout) => payout.performerId === performerId).length, name).toBeGreaterThan(1)
    expect(orders.filter((order) => order.performerId === performerId).length, name).toBeGreaterThan(0)
  }
  const moving = { start: new Date(), signal: new AbortController().signal }
  await seedMoney(server.app, await readWorld(), moving)
  await seedOrders(server.app, moving)
  await seedPayouts(server.app, moving)
  await seedReach(server.app, moving)
  expect(await em().count(Charge)).toBe(charges.length)
  expect([await em().count(Order), await em().count(Payout)]).toEqual([orders.length, payouts.length])
  expect(await brokenRules(server)).toEqual([])
}, 400_000)

test('a creator of the demo has lists, offers with uses, a message to many that was sent, a welcome and a planned post', async () => {
  const token = await tokenOf(server, 'creator1', DEMO_PASSWORD)
  const read = async (path: `/${string}`) => (await call(server, `GET ${path}`, { token })).body['data'] as object[]
  expect(await read('/performer/lists')).toHaveLength(4)
  const offers = await read('/performer/offers')
  expect(offers).toContainEqual(expect.objectContaining({ code: 'ONEWEEK', uses: 3, started: 3 }))
  expect(offers).toContainEqual(expect.objectContaining({ code: 'AUTUMN', uses: 2, started: 2 }))
  const [sent] = (await read('/performer/broadcasts')) as { state: string; figures: Record<string, number> }[]
  expect(sent?.state).toBe('sent')
  expect(sent?.figures['sent']).toBeGreaterThan(10)
  expect(sent?.figures['opened']).toBeGreaterThan(3)
  expect(await read('/performer/welcomes')).toContainEqual(expect.objectContaining({ trigger: 'follow', isOn: true }))
  expect(await em().count(Post, { status: 'scheduled', expiresAt: { $ne: null } })).toBe(1)
  const fan = await call(server, 'GET /user/budget', { token: await tokenOf(server, 'fan1', DEMO_PASSWORD) })
  expect(fan.body).toMatchObject({ version: 1, limits: { month: 20_000 } })
})

test('each digital product of the demo has its file, fans buy and download some, and creators calculate payouts', async () => {
  const products = await em().find(Product, { kind: 'product', type: 'digital' }, { orderBy: { price: 'asc' } })
  expect(products.length).toBeGreaterThanOrEqual(14)
  const sold = await em().execute<{ id: string; size: number }[]>(
    `select f.id, f.size from asset a join attachment t on t.holder_id = a.id join file f on f.id = t.file_id
     where a.kind = 'product' and a.type = 'digital' and f.purpose = 'product-file' and f.status = 'ready'`,
  )
  expect(sold).toHaveLength(products.length)
  for (const { id, size } of sold) expect((await server.app.storage.open(id, 'original'))?.size).toBe(size)
  for (const [n, username] of ['fan1', 'fan2', 'fan3'].entries()) {
    const token = await tokenOf(server, username, DEMO_PASSWORD)
    const { id, price } = must(products[n])
    const body = { _id: v7(), price, quantity: 1, consent: '2026-11' }
    const bought = await call(server, `POST /wallet/charges/product/${id}`, { token, body })
    expect([username, bought.status, bought.body['message']]).toEqual([username, 201, undefined])
    const link = await call(server, `GET /performer-assets/products/${id}/download-link`, { token })
    const [{ url }] = link.body['files'] as [{ url: string }]
    const file = await fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } })
    expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  }
  for (const { username } of await em().find(User, { isPerformer: true })) {
    const token = await tokenOf(server, username ?? '', DEMO_PASSWORD)
    const { status, body } = await call(server, 'POST /payout-requests/calculate', { token, body: {} })
    expect([username, status, typeof body['available']]).toEqual([username, 200, 'number'])
  }
  for (const details of await em().find(PayoutDetails, { bank: { $ne: null } })) {
    expect(openBankAccount(server.app.sealer, details)?.iban).toMatch(/^SE/)
  }
})

test('the site has promos for everybody and for creators, trending words, and a fan whom a creator blocks', async () => {
  expect(await em().count(Promo, { state: 'active' })).toBe(3)
  const words = (await call(server, 'GET /search/list/keywords')).body['data'] as { keyword: string; count: number }[]
  expect(words.length).toBeGreaterThan(4)
  const token = await tokenOf(server, 'cvega', DEMO_PASSWORD)
  expect((await call(server, 'GET /performers/nightbus', { token })).status).toBe(404)
  expect((await call(server, 'GET /performers/creator1', { token })).status).toBe(200)
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
