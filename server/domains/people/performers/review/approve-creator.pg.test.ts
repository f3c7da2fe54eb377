import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { describe, expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { converse, makePerson, say, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { held } from '../../../content/drafts/testing/author.ts'
import { Post } from '../../../content/posts/entity.ts'
import { publishDue } from '../../../content/posts/publish-due.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { setCartLine } from '../../../shop/cart/commands.ts'
import { User } from '../../accounts/entity.ts'
import { call, mailsTo, makeAccount } from '../../accounts/testing/api.ts'
import { setFollow } from '../../follows/commands.ts'
import { admin } from '../admin.ts'
import { Performer } from '../entity.ts'

type Closed = 'submitted' | 'rejected' | 'unconfirmed'
const closings: Closed[] = ['submitted', 'rejected', 'unconfirmed']
const WORDS: Record<Closed, RegExp> = {
  submitted: /is being reviewed/,
  rejected: /was not approved/,
  unconfirmed: /Confirm your email address/,
}

describe.each(closings)('a creator who is %s', (how) => {
  test('publishes nothing, by any way, and is told why', async ({ server, creator }) => {
    await close(server, creator, how)
    const { token } = creator
    const draft = v7()
    const saved = await call(server, `PUT /performer/drafts/${draft}`, {
      token,
      body: { base: {}, changes: { text: 'soon' } },
    })
    expect(saved.status).toBe(200)
    const attempts = [
      call(server, 'POST /performer/feeds', { token, body: { text: 'Buy now', access: 'public' } }),
      call(server, 'POST /performer/feeds', { token, body: { text: 'Buy now', access: 'paid', price: 50 } }),
      call(server, 'POST /performer/feeds', { token, body: { text: 'Later', scheduledAt: inAnHour() } }),
      call(server, `POST /performer/drafts/${draft}/publish`, { token, body: {} }),
    ]
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body['message']]).toEqual([403, expect.stringMatching(WORDS[how])])
    }
    const device = new TestDevice(server, creator)
    await device.syncAll()
    const { outcomes } = await device.sync([
      mutation('post.publish', {
        _id: v7(),
        text: 'x',
        access: 'public',
        price: 0,
        fileIds: [],
        poll: null,
        scheduledAt: null,
      }),
      mutation('draft.publish', { _id: draft, seen: sightOf(held(device)) }),
    ])
    expect(outcomes).toMatchObject([
      { status: 'rejected', kind: 'forbidden', message: expect.stringMatching(WORDS[how]) as string },
      { status: 'rejected', kind: 'forbidden', message: expect.stringMatching(WORDS[how]) as string },
    ])
    expect(await server.app.orm.em.fork().count(Post, { performerId: creator.id })).toBe(0)
  })

  test('leaves scheduled posts waiting, and takes none out of the archive', async ({ server, creator }) => {
    const scheduled = await publish(server, creator, { scheduledAt: inAnHour() })
    const archived = await publish(server, creator, {})
    await call(server, `PUT /performer/feeds/${archived}`, { token: creator.token, body: { archived: true } })
    await close(server, creator, how)
    const em = server.app.orm.em.fork()
    await em.nativeUpdate(Post, { id: scheduled }, { scheduledAt: new Date(Date.now() - 1_000) })
    expect(await publishDue(server.app)).toBe(0)
    const { token } = creator
    const past = { scheduledAt: new Date(Date.now() - 1_000).toISOString() }
    expect((await call(server, `PUT /performer/feeds/${scheduled}`, { token, body: past })).status).toBe(403)
    expect((await call(server, `PUT /performer/feeds/${archived}`, { token, body: { archived: false } })).status).toBe(
      403,
    )
    expect((await call(server, `PUT /performer/feeds/${archived}`, { token, body: { text: 'better' } })).status).toBe(
      200,
    )
    await open(server, creator)
    expect(await publishDue(server.app)).toBe(1)
  })

  test('searches no fans and begins no conversation', async ({ server, creator, fan }) => {
    await close(server, creator, how)
    const { token } = creator
    const search = await call(server, 'GET /users/search?q=fan', { token })
    expect([search.status, search.body['message']]).toEqual([403, expect.stringMatching(WORDS[how])])
    const opened = await call(server, 'POST /conversations', { token, body: { sourceId: fan.id } })
    expect([opened.status, opened.body['message']]).toEqual([403, expect.stringMatching(WORDS[how])])
    const device = new TestDevice(server, creator)
    const { outcomes } = await device.sync([openConversation(creator, fan)])
    expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'forbidden' }])
  })

  test('is found, followed, written to and reported by nobody', async ({ server, creator, fan }) => {
    const post = await publish(server, creator, {})
    const product = await makeProduct(server, creator.id)
    await close(server, creator, how)
    const username = String(creator.user.username)
    const { token } = fan
    const targets = [
      `GET /performers/${username}`,
      `GET /performers/${creator.id}`,
      `GET /users/view/${creator.id}`,
      `GET /user/feeds/search/${username}`,
      `GET /user/feeds/${post}`,
      `GET /performer-assets/products/${product}`,
      `POST /follows/${creator.id}`,
    ] as const
    for (const target of targets)
      expect([target, (await call(server, target, { token })).status]).toEqual([target, 404])
    const lists = [
      `GET /performers/user/search?q=${username}`,
      `GET /performer-assets/products/search?performerId=${creator.id}`,
    ] as const
    for (const target of lists)
      expect((await call(server, target, { token })).body).toMatchObject({ total: 0, data: [] })
    const opened = await call(server, 'POST /conversations', { token, body: { sourceId: creator.id } })
    expect(opened.status).toBe(404)
    for (const [objectType, objectId] of [
      ['performer', creator.id],
      ['feed', post],
    ]) {
      const body = { objectType, objectId, category: 'spam' }
      expect((await call(server, 'POST /reports', { token, body })).status).toBe(404)
    }
    const like = { objectId: post, objectType: 'feed', action: 'like' } as const
    const performer = { _id: creator.id, name: '', username, avatar: null, isPerformer: true } as const
    const card = { ...performer, bio: '', cover: null, country: null, verified: false, createdAt: '' }
    const { outcomes } = await new TestDevice(server, fan).sync([
      mutation('reaction.set', { ...like, on: true }),
      mutation('follow.set', { performerId: creator.id, following: true, performer: card }),
      openConversation(fan, creator),
    ])
    expect(outcomes.map((outcome) => ('kind' in outcome ? outcome.kind : outcome.status))).toEqual([
      'not-found',
      'not-found',
      'not-found',
    ])
    await expect(
      transact(server.app, fan.actor, (tx) => setCartLine(tx, { productId: product, quantity: 1, priceSeen: 100 })),
    ).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('disappears from devices of followers, and comes back once open', async ({ server, creator, fan }) => {
    const post = await publish(server, creator, {})
    await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
    const device = new TestDevice(server, fan)
    await device.syncAll()
    expect([ids(device.all('posts')), ids(device.all('creators'))]).toEqual([[post], [creator.id]])
    await close(server, creator, how)
    await device.syncAll()
    expect([device.all('posts'), device.all('creators')]).toEqual([[], []])
    expect((await call(server, 'GET /user/feeds', { token: fan.token })).body).toMatchObject({ total: 0, data: [] })
    await open(server, creator)
    await device.syncAll()
    expect([ids(device.all('posts')), ids(device.all('creators'))]).toEqual([[post], [creator.id]])
  })

  test('keeps what was said, and nobody adds to it', async ({ server, pair }) => {
    const { fan, creator, conversationId } = pair
    await say(server, fan, { to: conversationId, text: 'Hello' })
    const device = new TestDevice(server, fan)
    await device.syncAll()
    await close(server, creator, how)
    await device.syncAll()
    expect(device.all('conversations')).toMatchObject([{ _id: conversationId, canSend: false }])
    await expect(say(server, fan, { to: conversationId, text: 'x' })).rejects.toMatchObject({ kind: 'forbidden' })
    const answer = say(server, creator, { to: conversationId, text: 'x' })
    await expect(answer).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(WORDS[how]) as string,
    })
  })

  test('has the own page, posts and drafts', async ({ server, creator }) => {
    const post = await publish(server, creator, {})
    await close(server, creator, how)
    const { token } = creator
    const username = String(creator.user.username)
    for (const target of [
      `GET /performers/${username}`,
      `GET /users/view/${creator.id}`,
      `GET /user/feeds/search/${username}`,
      `GET /user/feeds/${post}`,
      `GET /performer/feeds/${post}`,
      'GET /performer/drafts',
      'GET /performers/me',
    ] as const) {
      expect([target, (await call(server, target, { token })).status]).toEqual([target, 200])
    }
    expect((await call(server, 'PUT /users', { token, body: { bio: 'Soon.' } })).status).toBe(200)
    const device = new TestDevice(server, creator)
    await device.syncAll()
    expect([ids(device.all('posts')), ids(device.all('creators'))]).toEqual([[post], [creator.id]])
  })
})

test('a search of fans finds those who follow and those who wrote, nobody else', async ({ server, creator }) => {
  const name = `known_${creator.id.slice(-6)}`
  const people = await Promise.all(
    ['follows', 'wrote', 'reads', 'stranger'].map((kind) => makePerson(server, `${name}_${kind}`)),
  )
  const [follows, wrote, reads] = people as [Person, Person, Person]
  await transact(server.app, follows.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await say(server, wrote, { to: await converse(server, wrote, creator), text: 'Hello' })
  await say(server, creator, { to: await converse(server, creator, reads), text: 'Hello' })
  const { body } = await call(server, `GET /users/search?q=${name}&sortBy=name&sort=asc`, { token: creator.token })
  expect(body).toMatchObject({ total: 2, data: [{ name: `${name}_follows` }, { name: `${name}_wrote` }] })
})

test('an approval opens the account, is told by mail once, and reaches the creator’s devices', async ({ server }) => {
  const creator = await applicant(server)
  const device = new TestDevice(server, creator)
  await device.syncAll()
  expect(device.all('profiles')).toMatchObject([{ verification: 'submitted' }])
  const lines = await run(server, 'approve', String(creator.user.username).toUpperCase())
  await run(server, 'approve', String(creator.user.username))
  expect(lines).toEqual([`${String(creator.user.username).toUpperCase()} is approved`])
  await device.syncAll()
  expect(device.all('profiles')).toMatchObject([{ verification: 'approved', rejectionReason: null }])
  const mails = await mailsTo(server, String(creator.user.email))
  expect(mails.map(({ subject }) => subject)).toEqual(['Your creator account is approved'])
  await publish(server, creator, {})
})

test('a rejection keeps its reason, told by mail and on the creator’s devices', async ({ server }) => {
  const creator = await applicant(server)
  const username = String(creator.user.username)
  await run(server, 'reject', username, 'The selfie', 'is blurred.')
  const device = new TestDevice(server, creator)
  await device.syncAll()
  const state = { verification: 'rejected', rejectionReason: 'The selfie is blurred.' }
  expect(device.all('profiles')).toMatchObject([state])
  const [mail] = await mailsTo(server, String(creator.user.email))
  expect(mail?.text).toContain('The selfie is blurred.')
  await run(server, 'approve', username)
  await device.syncAll()
  expect(device.all('profiles')).toMatchObject([{ verification: 'approved', rejectionReason: null }])
})

test('a rejection without a reason, and a review of a fan, are refused', async ({ server, creator, fan }) => {
  await expect(run(server, 'reject', String(creator.user.username), ' ')).rejects.toMatchObject({ kind: 'invalid' })
  await expect(run(server, 'approve', String(fan.user.username))).rejects.toMatchObject({ kind: 'not-found' })
  await expect(run(server, 'approve')).rejects.toMatchObject({ kind: 'invalid' })
  await expect(run(server, 'approve', 'a', 'b')).rejects.toMatchObject({ kind: 'invalid' })
})

test('the administrator lists the creators who wait, the oldest first', async ({ server, creator }) => {
  const waiting = await applicant(server)
  const lines = await run(server, 'reviews')
  expect(lines.join('\n')).toContain(`${waiting.user.username}  ${waiting.user.name}, SE, email confirmed, 0 documents`)
  expect(lines.join('\n')).not.toContain(creator.user.username)
  expect(lines.at(-1)).toMatch(/^\d+ creators? waits?$/)
})

async function applicant(server: TestServer): Promise<Person> {
  const username = `applicant_${v7().slice(-8)}`
  return signIn(server, await makeAccount(server, { username, isPerformer: true, approved: false }))
}

async function run(server: TestServer, name: string, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await admin[name]?.run({ app: server.app, args, print: (line) => void lines.push(line) })
  return lines
}

async function publish(server: TestServer, { token }: Person, fields: object): Promise<string> {
  const { status, body, text } = await call(server, 'POST /performer/feeds', { token, body: { text: 'Hi', ...fields } })
  if (status !== 201) throw new Error(text)
  return String(body['_id'])
}

/** Takes an open creator out of what others reach. */
async function close(server: TestServer, { id, user }: Person, how: Closed): Promise<void> {
  if (how === 'rejected') return void (await run(server, 'reject', String(user.username), 'No.'))
  await transact(server.app, null, async ({ em }) => {
    if (how === 'submitted') (await em.findOneOrFail(Performer, { userId: id })).verification = 'submitted'
    else (await em.findOneOrFail(User, { id })).emailVerifiedAt = null
  })
}

async function open(server: TestServer, { id, user }: Person): Promise<void> {
  await run(server, 'approve', String(user.username))
  await transact(server.app, null, async ({ em, now }) => {
    ;(await em.findOneOrFail(User, { id })).emailVerifiedAt = now
  })
}

function openConversation(from: Person, { id, user }: Person) {
  const { name, username = null, isPerformer } = user
  const recipient = { _id: id, name, username, avatar: null, isPerformer }
  return mutation('conversation.open', { conversationId: conversationIdOf(from.id, id), recipient })
}

function ids(rows: readonly Record<string, unknown>[]): unknown[] {
  return rows.map(({ _id }) => _id)
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}
