import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Product } from '../../domains/content/products/entity.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { call, tokenOf } from '../../domains/people/accounts/testing/api.ts'
import { CartLine } from '../../domains/shop/cart/entity.ts'
import { Conversation, ConversationMember } from '../../domains/talk/conversations/entity.ts'
import { Message } from '../../domains/talk/messages/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import { Mail } from '../../infra/mail/entity.ts'
import { Change } from '../../infra/sync/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { seedDemo } from '../seed.ts'
import { DEMO_PASSWORD } from './people.ts'

let server: TestServer
/** Milliseconds that one server takes to make it on this machine. */
let alone: number
beforeAll(async () => {
  server = await startTestServer()
  const start = performance.now()
  await seedDemo(server.app, 'small')
  alone = performance.now() - start
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

/** The logins of these tests are told by mail, as on each new device. */
const notOfLogins = { subject: { $ne: 'A new device logged in' } }

async function everything() {
  const users = await em().find(User, {}, { orderBy: { id: 'asc' } })
  return {
    users: users.map(({ id, avatarFileId, coverFileId }) => ({ id, avatarFileId, coverFileId })),
    counts: await Promise.all([
      em().count(Message),
      em().count(File),
      em().count(Conversation),
      em().count(Product, { kind: 'product' }),
      em().count(CartLine),
      em().count(Change),
    ]),
  }
}

test.each(['fan1', 'fan2', 'fan3', 'creator1', 'creator2', 'creator3'])(
  '%s logs in by name and email',
  async (name) => {
    for (const username of [name, `${name}@demo.test`]) {
      const { status, body } = await call(server, 'POST /auth/login', { body: { username, password: DEMO_PASSWORD } })
      expect(status).toBe(200)
      const isPerformer = name.startsWith('creator')
      const user = body['user'] as { avatar: string; cover: string | null }
      expect(user).toMatchObject({ username: name, isPerformer, emailVerified: true })
      expect(user.cover === null).toBe(!isPerformer)
      for (const url of [user.avatar, user.cover]) {
        if (url !== null) expect((await fetch(server.url + url)).headers.get('content-type')).toBe('image/webp')
      }
    }
  },
)

test('fan1 has conversations with all three creators, one of 300 messages, some unread', async () => {
  const token = await tokenOf(server, 'fan1', DEMO_PASSWORD)
  const { body } = await call(server, 'GET /conversations', { token })
  const rows = body['data'] as { recipient: { username: string }; lastSeq: number; totalNotSeenMessages: number }[]
  const summary = rows.map(({ recipient, lastSeq, totalNotSeenMessages }) => [
    recipient.username,
    lastSeq,
    totalNotSeenMessages,
  ])
  expect(summary.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['creator1', 300, 3],
    ['creator2', 16, 2],
    ['creator3', 8, 0],
  ])
})

test('fan1 follows two creators, and each creator is followed', async () => {
  const following = await call(server, 'GET /follows/following', {
    token: await tokenOf(server, 'fan1', DEMO_PASSWORD),
  })
  expect(following.body['total']).toBe(2)
  for (const creator of ['creator1', 'creator2', 'creator3']) {
    const token = await tokenOf(server, creator, DEMO_PASSWORD)
    expect((await call(server, 'GET /follows/followers', { token })).body['total']).toBeGreaterThan(0)
  }
})

test('every creator sells something, with a picture, and a cart shows what has changed since', async () => {
  for (const performer of ['creator1', 'creator2', 'creator3']) {
    const { body: creator } = await call(server, `GET /performers/${performer}`)
    const { body } = await call(server, `GET /performer-assets/products/search?performerId=${String(creator['_id'])}`)
    const products = body['data'] as { picture: string; price: number }[]
    expect(products.length).toBeGreaterThanOrEqual(2)
    for (const { picture } of products) {
      expect((await fetch(server.url + picture)).headers.get('content-type')).toBe('image/webp')
    }
  }
  const [fan, ...lines] = [await em().findOneOrFail(User, { username: 'fan1' }), ...(await em().find(CartLine, {}))]
  expect(lines.map(({ userId }) => userId)).toEqual([fan.id, fan.id, fan.id])
  const products = await em().find(Product, { id: { $in: lines.map(({ productId }) => productId) } })
  const changed = products.filter(({ id, price }) =>
    lines.some((line) => line.productId === id && line.priceSeen !== price),
  )
  expect(changed).toHaveLength(1)
})

test('every conversation is as the commands would have left it', async () => {
  const conversations = await em().find(Conversation, {})
  expect(conversations).toHaveLength(6)
  for (const conversation of conversations) {
    const messages = await em().find(Message, { conversationId: conversation.id }, { orderBy: { seq: 'asc' } })
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect([conversation.lastSeq, conversation.lastMessageId]).toEqual([messages.length, messages.at(-1)?.id])
    const times = messages.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(Date.now())
    const members = await em().find(ConversationMember, { conversationId: conversation.id })
    expect([messages.length > 0, members.length]).toEqual([true, 2])
    for (const member of members) {
      const unseen = messages.filter(({ seq, senderId }) => seq > member.readSeq && senderId !== member.userId)
      expect(member.unseen).toBe(unseen.length)
    }
    expect(await em().count(Change, { space: `c:${conversation.id}`, collection: 'messages' })).toBe(messages.length)
  }
})

test('the longest conversation goes both ways over weeks, and nothing in it is said twice in a row', async () => {
  const [longest] = await em().find(Conversation, {}, { orderBy: { lastSeq: 'desc' }, limit: 1 })
  const messages = await em().find(Message, { conversationId: longest?.id ?? '' }, { orderBy: { seq: 'asc' } })
  const days = new Set(messages.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)))
  expect(days.size).toBeGreaterThan(30)
  expect(new Set(messages.map(({ text }) => text)).size).toBeGreaterThan(290)
  expect(new Set(messages.map(({ senderId }) => senderId)).size).toBe(2)
})

test('made again, it is the same; and what was changed in it stays changed', async () => {
  const before = await everything()
  await transact(server.app, null, async (tx) => {
    const fan = await tx.em.findOneOrFail(User, { username: 'fan3' })
    fan.email = 'moved@demo.test'
    fan.username = 'moved'
  })
  await Promise.all([seedDemo(server.app, 'small'), seedDemo(server.app, 'small')])
  const after = await everything()
  expect(after.users).toEqual(before.users)
  expect(after.counts.slice(0, 5)).toEqual(before.counts.slice(0, 5))
})

test('creator1 has drafts to go on with, in one of which two versions wait for a decision', async () => {
  const token = await tokenOf(server, 'creator1', DEMO_PASSWORD)
  const { body } = await call(server, 'GET /performer/drafts', { token })
  const kept = (body['data'] as { kept: unknown[] }[]).map((draft) => draft.kept.length)
  expect(new Set(kept)).toEqual(new Set([0, 1]))
})

test('each creator has posts of every kind, and fan1 reads a feed of two of them', async () => {
  const token = await tokenOf(server, 'fan1', DEMO_PASSWORD)
  const { body } = await call(server, 'GET /user/feeds?pageSize=50', { token })
  const posts = body['data'] as FeedPost[]
  expect(new Set(posts.map(({ performer }) => performer.username))).toEqual(new Set(['creator1', 'creator2']))
  const times = posts.map(({ publishedAt }) => String(publishedAt))
  expect(times).toEqual(times.toSorted().toReversed())
  for (const username of ['creator1', 'creator2', 'creator3']) {
    const feed = await call(server, `GET /user/feeds/search/${username}`, { token })
    const rows = feed.body['data'] as FeedPost[]
    expect(rows.length).toBeGreaterThanOrEqual(5)
    expect(rows.some(({ access }) => access === 'followers')).toBe(true)
    expect(rows.some(({ access, isLocked, cover }) => access === 'paid' && isLocked && cover !== null)).toBe(true)
    expect(rows.some(({ text, fileCount, isLocked }) => text !== '' && fileCount === 0 && !isLocked)).toBe(true)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => rows.length - index))
  }
  const url = posts.find(({ files }) => files.length > 0)?.files[0]?.thumbnailUrl
  const picture = await fetch(`${server.url}${url}`, { headers: { authorization: `Bearer ${token}` } })
  expect(picture.headers.get('content-type')).toBe('image/webp')
})

test('nobody gets mail for it', async () => {
  expect(await em().count(Mail, notOfLogins)).toBe(0)
})

test('two servers that make it at a time make it once', async () => {
  const fresh = await startTestServer()
  try {
    const start = performance.now()
    await Promise.all([seedDemo(fresh.app, 'small'), seedDemo(fresh.app, 'small')])
    // On a busy machine one server takes longer, too.
    expect(performance.now() - start).toBeLessThan(Math.max(10_000, 2 * alone))
    const fork = fresh.app.orm.em.fork()
    expect([await fork.count(User), await fork.count(Conversation)]).toEqual([6, 6])
  } finally {
    await fresh.stop()
  }
})
