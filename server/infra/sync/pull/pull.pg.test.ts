import { randomUUID } from 'node:crypto'
import { asCompact, compactCursor } from '@vesper/sync/engine/core/compact-cursor.ts'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishPost, removePost } from '../../../domains/content/posts/commands.ts'
import { Post as PostEntity } from '../../../domains/content/posts/entity.ts'
import { setFollow } from '../../../domains/people/follows/commands.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { converse, deadTokens, makePair, makePerson, say } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { mutation, TestDevice, textMutation } from '../testing/test-device.ts'

let server: TestServer
let fan: Person
let creator: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
})

test('[PULL-1] a new device gets its profile, its conversations and their newest 50 messages', async () => {
  for (let n = 1; n <= 60; n += 1) await say(server, creator, { to: conversationId, text: `text ${n}` })
  const device = new TestDevice(server, fan)
  const answer = await device.sync()

  expect(answer.more).toBe(false)
  expect(answer.spaces.every(({ reset }) => reset)).toBe(true)
  expect(device.all('profiles')).toMatchObject([{ _id: fan.id, email: `fan_${count}@example.test` }])
  expect(device.all<Conversation>('conversations')).toMatchObject([
    {
      _id: conversationId,
      recipient: { _id: creator.id, name: `creator_${count}` },
      lastSeq: 60,
      totalNotSeenMessages: 60,
    },
  ])
  expect(device.all<Message>('messages').map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 11))
})

test('[PULL-2] a device that holds the newest version gets nothing; later changes only come as such', async () => {
  const device = new TestDevice(server, fan)
  await device.sync()
  expect((await device.sync()).spaces).toEqual([])

  await say(server, creator, { to: conversationId, text: 'one more' })
  const { spaces } = await device.sync()
  expect(spaces).toHaveLength(1)
  expect(spaces[0]).toMatchObject({ space: `c:${conversationId}`, reset: false })
  expect(spaces[0]?.rows.map(({ collection }) => collection).sort()).toEqual(['conversations', 'messages'])
})

test('[CURSOR-4] a cursor at 0 asks for everything that is there, and nothing is taken away first', async () => {
  await say(server, creator, { to: conversationId, text: 'before' })
  const device = new TestDevice(server, fan)
  await device.sync()
  const [held, cursor] = [new Map(device.rows), { ...device.cursor }]
  device.rows.clear()
  device.cursor = Object.fromEntries(Object.keys(cursor).map((space) => [space, 0]))
  const { spaces } = await device.sync()
  expect(spaces.some(({ reset }) => reset)).toBe(false)
  expect(device.rows).toEqual(held)
  expect(device.cursor).toEqual(cursor)
})

test('[PULL-1] the effects of a batch are in the answer that confirms it, in order', async () => {
  const device = new TestDevice(server, fan)
  const sent = ['a', 'b', 'c'].map((text) => textMutation(conversationId, text))
  const { outcomes } = await device.sync(sent)
  expect(outcomes).toEqual(sent.map(({ id }) => ({ id, status: 'applied' })))
  expect(device.all<Message>('messages').map(({ text, seq }) => [text, seq])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  expect(device.all<Conversation>('conversations')[0]?.lastMessage?.text).toBe('c')
})

test('[PULL-1] a conversation begun with more messages than a window has them all in the answer', async () => {
  const star = await makePerson(server, `new_${count}`, true)
  const id = conversationIdOf(fan.id, star.id)
  const recipient = { _id: star.id, name: 'x', username: null, avatar: null, isPerformer: true }
  const device = new TestDevice(server, fan)
  const batch = Array.from({ length: 99 }, (_, n) => textMutation(id, `text ${n}`))
  await device.sync([mutation('conversation.open', { conversationId: id, recipient }), ...batch])
  expect(device.all<Message>('messages').map(({ seq }) => seq)).toEqual(Array.from({ length: 99 }, (_, n) => n + 1))
})

test('[PULL-1] naming another’s message in a mutation shows nothing of it', async () => {
  const secret = await say(server, creator, { to: conversationId, text: 'secret' })
  const stranger = await makePerson(server, `nosy_${count}`)
  const own = await converse(server, stranger, await makePerson(server, `idol_${count}`, true))
  const device = new TestDevice(server, stranger)
  const forged = [
    mutation('message.send', { _id: secret, conversationId: own, text: 'x', fileIds: [] }),
    mutation('message.delete', { _id: secret, conversationId }),
    mutation('message.delete', { _id: secret, conversationId: own }),
  ]
  const answer = await device.sync(forged)
  expect(answer.outcomes).toMatchObject([{ kind: 'conflict' }, { kind: 'not-found' }, { kind: 'not-found' }])
  expect(device.all('messages')).toEqual([])
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('[PULL-7] a row that a viewer may no longer see leaves the device, and stays with the other viewers', async () => {
  const follow = (following: boolean) =>
    transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following }))
  await follow(true)
  const content = { text: 'for a while', access: 'public', price: 0, scheduledAt: null, poll: null } as const
  const { id } = await transact(server.app, creator.actor, (tx) =>
    publishPost(tx, { _id: v7(), ...content, fileIds: [] }),
  )
  const [ofFan, ofCreator] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  const held = async () => {
    await Promise.all([ofFan.syncAll(), ofCreator.syncAll()])
    return [ofFan, ofCreator].map((device) => device.all<Post>('posts').map(({ _id }) => _id))
  }
  expect(await held()).toEqual([[id], [id]])

  // Back to before its time: its author's alone, with no place in the feed.
  const cursor = { ...ofFan.cursor }
  await transact(server.app, null, async ({ em }) => {
    const scheduledAt = new Date(server.app.clock().getTime() + 3_600_000)
    em.assign(await em.findOneOrFail(PostEntity, { id }), { status: 'scheduled', seq: null, scheduledAt })
  })
  expect(await held()).toEqual([[], [id]])
  // It is said by name, and nothing is said of it.
  ofFan.cursor = cursor
  const { spaces } = await ofFan.sync()
  expect(spaces).toMatchObject([{ reset: false, rows: [{ collection: 'posts', id, value: null }] }])

  // The row is there, for nobody.
  await transact(server.app, creator.actor, (tx) => removePost(tx, { _id: id }))
  expect(await held()).toEqual([[], []])
  // The row is not there.
  expect(ofFan.all('follows')).toHaveLength(1)
  await follow(false)
  await ofFan.syncAll()
  expect(ofFan.all('follows')).toEqual([])
})

test('nobody syncs without a session that holds', async () => {
  const { revoked, expired } = await deadTokens(server, fan.user)
  const device = new TestDevice(server, fan)
  for (const token of ['', 'nonsense', revoked, expired]) {
    const { status, body } = await device.post(device.request(), token)
    expect([status, body['message']]).toEqual([401, 'Please login!'])
  }
})

test('[EPOCH-1] cursors of another database, from the future or of spaces unknown start anew or go', async () => {
  const device = new TestDevice(server, fan)
  await device.sync()
  const own = `u:${fan.id}`
  const versions = { ...device.cursor }
  const ask = async (change: Partial<{ epoch: string | null; cursor: Record<string, number> }>) => {
    const { body } = await device.post({ ...device.request(), ...change })
    return body as unknown as Awaited<ReturnType<TestDevice['sync']>>
  }
  expect((await ask({ epoch: randomUUID() })).spaces.map(({ reset }) => reset)).toEqual([true, true])
  expect((await ask({ epoch: null })).spaces).toHaveLength(2)
  const future = await ask({ cursor: { ...versions, [own]: 1e12 } })
  expect(future.spaces).toMatchObject([{ space: own, reset: true, version: versions[own] }])
  const foreign = [`u:${creator.id}`, `c:${randomUUID()}`, '__proto__', 'nonsense']
  const { gone, spaces } = await ask({ cursor: { ...versions, ...Object.fromEntries(foreign.map((s) => [s, 0])) } })
  expect(spaces).toEqual([])
  expect(gone).toEqual(expect.arrayContaining([`u:${creator.id}`, 'nonsense']))
})

test('[CURSOR-5] a compact cursor is answered like the one it stands for, also when a conversation has come in', async () => {
  const device = new TestDevice(server, fan)
  await device.sync()
  const compact = compactCursor(device.cursor)
  const stranger = await makePerson(server, `new_${count}`, true)
  const begun = await converse(server, fan, stranger)
  await say(server, stranger, { to: begun, text: 'hello' })
  await say(server, creator, { to: conversationId, text: 'hello again' })
  const { body: named } = await device.post(device.request())
  const { body } = await device.post({ ...device.request(), cursor: {}, compact })
  expect(body).toEqual(named)
  expect(body['spaces']).toHaveLength(2)
})

test('[CURSOR-6] sums in place of versions are answered like the cursor that they stand for, or as unclear', async () => {
  const device = new TestDevice(server, fan)
  const others = await Promise.all(Array.from({ length: 8 }, (_, n) => makePerson(server, `sum_${count}_${n}`, true)))
  for (const other of others) await converse(server, fan, other)
  await device.sync()
  const summed = () => asCompact(device.request(), 'sums')
  expect(summed().compact).toMatchObject({ versions: [], sums: [expect.any(Number)] })
  expect((await device.post(summed())).body).toMatchObject({ spaces: [], gone: [], more: false })
  await say(server, creator, { to: conversationId, text: 'one that moves a space' })
  const { body: named } = await device.post(device.request())
  const { body } = await device.post(summed())
  expect(body).toEqual(named)
  expect(body['spaces']).toHaveLength(1)
  for (let n = 0; n < 33; n += 1) await say(server, creator, { to: conversationId, text: `${n}` })
  expect((await device.post(summed())).body).toMatchObject({ unclear: true, spaces: [], gone: [] })
  const { names } = compactCursor(device.cursor)
  for (const sums of [[-1], ['1'], [1e300]]) {
    const nonsense = { ...device.request(), cursor: {}, compact: { names, versions: [], sums } }
    expect((await device.post(nonsense)).status).toBe(400)
  }
})

test('[CURSOR-5] spaces that a compact cursor does not tell are asked for by name; mutations sent with it are decided once', async () => {
  const device = new TestDevice(server, fan)
  await device.sync()
  const { names, versions } = compactCursor(device.cursor)
  const sent = textMutation(conversationId, 'with a cursor that says nothing')
  const asked = device.request([sent])
  const { body } = await device.post({ ...asked, cursor: {}, compact: { names: names + 1, versions } })
  expect(body).toMatchObject({ unclear: true, outcomes: [], spaces: [], gone: [] })
  const { outcomes } = await device.sync([sent])
  expect(outcomes).toEqual([{ id: sent.id, status: 'applied' }])
  expect(device.all<Message>('messages').map(({ text }) => text)).toEqual(['with a cursor that says nothing'])
  for (const nonsense of [{ names: -1, versions }, { names, versions: ['1'] }, { names }, { names: 1e300, versions }]) {
    expect((await device.post({ ...asked, cursor: {}, compact: nonsense })).status).toBe(400)
  }
})
