import { once } from 'node:events'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { say } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { brokenRules, fillWallet } from '../../money/money/testing/books.ts'
import { Subscription } from '../../money/subscriptions/entity.ts'
import { join, offer } from '../../money/subscriptions/testing/subscribe.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Follow } from '../../people/follows/entity.ts'
import { makeThing, writeComment } from '../comments/testing/comment.ts'

type Client = Socket<ServerToClient, ClientToServer>

test('a block is made, listed, given another reason and taken back, each as often as wanted', async ({
  server,
  creator,
  fan,
}) => {
  const { token } = creator
  const block = (reason: string) => call(server, 'POST /block/users', { token, body: { userId: fan.id, reason } })
  const shown = { _id: fan.id, performerId: creator.id, name: fan.user.name, username: fan.user.username }
  expect(await block(' Spam ')).toMatchObject({ status: 200, body: { ...shown, reason: 'Spam' } })
  expect(await block('Rude')).toMatchObject({ status: 200, body: { ...shown, reason: 'Rude' } })
  const list = await call(server, 'GET /block/users', { token })
  expect(list.body).toMatchObject({ total: 1, data: [{ ...shown, reason: 'Rude' }] })
  expect((await call(server, 'GET /block/users?q=nobody', { token })).body).toMatchObject({ total: 0, data: [] })
  for (const _again of [1, 2]) {
    expect((await call(server, `DELETE /block/users/${fan.id}`, { token })).status).toBe(200)
  }
  expect((await call(server, 'GET /block/users', { token })).body).toMatchObject({ total: 0, data: [] })
  expect((await call(server, `GET /performers/${creator.id}`, { token: fan.token })).status).toBe(200)
})

test('creators block fans only, whom they name', async ({ server, creator, pair }) => {
  const block = (userId: string, { token }: Person = creator) =>
    call(server, 'POST /block/users', { token, body: { userId } }).then(({ status }) => status)
  expect(await block(creator.id)).toBe(400)
  expect(await block(pair.creator.id)).toBe(400)
  expect(await block(v7())).toBe(404)
  expect(await block(pair.creator.id, pair.fan)).toBe(403)
})

test('a device that was offline blocks, and learns nothing of those who block', async ({ server, pair }) => {
  const { creator, fan, conversationId } = pair
  await follow(server, fan, creator)
  const [theirs, mine] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  await theirs.sync()
  await mine.sync()
  expect(rowOf(mine, `c:${conversationId}`, `conversations ${conversationId}`)).toMatchObject({ canSend: true })
  const { outcomes } = await theirs.sync([mutation('block.set', { userId: fan.id, blocked: true, reason: 'Rude' })])
  expect(outcomes).toMatchObject([{ status: 'applied' }])
  expect(rowOf(theirs, spaceOfUser(creator.id), `blocks ${fan.id}`)).toMatchObject({ reason: 'Rude' })
  expect(rowOf(theirs, `c:${conversationId}`, `conversations ${conversationId}`)).toMatchObject({ canSend: false })
  await mine.sync()
  expect(rowOf(mine, `c:${conversationId}`, `conversations ${conversationId}`)).toMatchObject({ canSend: false })
  expect(Object.keys(mine.cursor)).not.toContain(spaceOfPerformer(creator.id))
  expect(JSON.stringify([...mine.rows].map(([space, rows]) => [space, [...rows]]))).not.toContain('Rude')
  await theirs.sync([mutation('block.set', { userId: fan.id, blocked: false, reason: '' })])
  await mine.sync()
  expect(rowOf(mine, `c:${conversationId}`, `conversations ${conversationId}`)).toMatchObject({ canSend: true })
})

test('the search for fans leaves out those whom the creator blocks', async ({ server, pair, fan }) => {
  const { creator } = pair
  await say(server, pair.fan, { to: pair.conversationId, text: 'Hello' })
  for (const one of [pair.fan, fan]) await follow(server, one, creator)
  const found = async () => {
    const { body } = await call(server, 'GET /users/search?q=fan', { token: creator.token })
    return new Set((body['data'] as { _id: string }[]).map(({ _id }) => _id))
  }
  expect(await found()).toEqual(new Set([pair.fan.id, fan.id]))
  await block(server, creator, pair.fan)
  expect(await found()).toEqual(new Set([fan.id]))
})

test('neither side sends while one blocks the other, and both read what was said', async ({ server, pair }) => {
  const { creator, fan, conversationId } = pair
  await say(server, fan, { to: conversationId, text: 'before' })
  await block(server, creator, fan)
  for (const person of [fan, creator]) {
    await expect(say(server, person, { to: conversationId, text: 'after' })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    const answer = await call(server, `GET /messages/conversations/${conversationId}`, { token: person.token })
    expect([answer.status, answer.text.includes('before')]).toEqual([200, true])
  }
})

test('a subscription ends at once, with the unused days paid back', async ({ server, creator, fan }) => {
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, fan.id, { paid: 1000 })
  await join(server, fan, { to: creator })
  const before = await balanceOf(server, fan)
  await block(server, creator, fan)
  const em = server.app.orm.em.fork()
  const subscription = await em.findOneOrFail(Subscription, { userId: fan.id })
  expect(subscription).toMatchObject({ status: 'revoked', autoRenew: false })
  expect(await balanceOf(server, fan)).toBeGreaterThan(before)
  expect(await brokenRules(server)).toEqual([])
})

test('the block wins over a subscription at the same time', async ({ server, creator, fan }) => {
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, fan.id, { paid: 1000 })
  await Promise.allSettled([join(server, fan, { to: creator }), block(server, creator, fan)])
  const em = server.app.orm.em.fork()
  expect(await em.count(Subscription, { userId: fan.id, endedAt: null })).toBe(0)
  expect((await call(server, 'GET /follows/following', { token: fan.token })).body).toMatchObject({ total: 0 })
})

test('a follow that is under way is gone with the block', async ({ server, creator, fan }) => {
  let blocking: Promise<void> | undefined
  await transact(server.app, fan.actor, async (tx) => {
    await setFollow(tx, { performerId: creator.id, following: true })
    await tx.em.flush()
    blocking = block(server, creator, fan)
    await waitsForLock(server)
  })
  await blocking
  expect((await call(server, 'GET /follows/following', { token: fan.token })).body).toMatchObject({ total: 0 })
  expect(await server.app.orm.em.fork().count(Follow, { followerId: fan.id })).toBe(0)
})

test('two devices block the same fan at once', async ({ server, creator, fan }) => {
  let blocking: Promise<void[]> | undefined
  await transact(server.app, null, async (tx) => {
    await lock(tx, 'subscription', fan.id)
    blocking = Promise.all([block(server, creator, fan), block(server, creator, fan)])
    await waitsForLock(server, 2)
  })
  await blocking
  expect((await call(server, 'GET /block/users', { token: creator.token })).body).toMatchObject({ total: 1 })
})

describe('rooms', () => {
  test('a block takes both out of their conversation and the fan off open pages, within two seconds', async ({
    server,
    pair,
  }) => {
    const { creator, fan, conversationId } = pair
    const page = { type: 'poll' as const, id: await publishPoll(server, creator) }
    const [theirs, mine] = [await enter(server, creator), await enter(server, fan)]
    for (const client of [theirs, mine]) {
      expect(await client.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: true })
    }
    const vote = { token: fan.token, body: { options: [0] } }
    expect((await call(server, `POST /user/feeds/vote/${page.id}`, vote)).status).toBe(200)
    expect(await mine.emitWithAck('page:join', page)).toEqual({ ok: true })
    await block(server, creator, fan)
    // Each socket is looked at by itself.
    for (const client of [mine, theirs]) {
      await vi.waitFor(async () => expect(await typing(client, conversationId)).toEqual({ ok: false }), {
        timeout: 2000,
        interval: 50,
      })
    }
    for (const client of [theirs, mine]) {
      expect(await client.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: false })
    }
    expect(await mine.emitWithAck('page:join', page)).toEqual({ ok: false })
    // Up to here the creator may have heard what the fan still could send.
    const heard: unknown[] = []
    theirs.on('conversation:typing', (event) => heard.push(event))
    theirs.on('presence', (event) => heard.push(event))
    expect(await typing(mine, conversationId)).toEqual({ ok: false })
    mine.disconnect()
    // A round trip: an event of the fan's leaving would have come.
    await theirs.emitWithAck('conversation:join', { conversationId })
    expect(heard).toEqual([])
  })

  test('open pages of others hear which comments a block takes away, and which come back', async ({
    server,
    creator,
    fan,
    pair,
  }) => {
    const [thing, gallery] = [
      await makeThing(server, creator),
      await makeThing(server, creator, { objectType: 'gallery' }),
    ]
    const elsewhere = await makeThing(server, pair.creator)
    const first = await writeComment(server, fan, thing)
    const answer = await writeComment(server, fan, { ...thing, parentId: first })
    const other = await writeComment(server, fan, gallery)
    await writeComment(server, fan, elsewhere)
    await writeComment(server, pair.fan, thing)
    const removed = await writeComment(server, fan, thing)
    expect((await call(server, `DELETE /comments/${removed}`, { token: fan.token })).status).toBe(200)
    const [reader, theirs] = [await enter(server, pair.fan), await enter(server, fan)]
    const [heard, closed]: [unknown[], unknown[]] = [[], []]
    reader.on('comments:changed', (told) => heard.push({ ...told, commentIds: told.commentIds.toSorted() }))
    theirs.on('page:changed', (told) => closed.push(told))
    for (const { objectType: type, objectId: id } of [thing, gallery, elsewhere]) {
      expect(await reader.emitWithAck('page:join', { type, id })).toEqual({ ok: true })
    }
    const told = (areGone: boolean) => [
      { type: 'feed', id: thing.objectId, commentIds: [first, answer].toSorted(), areGone },
      { type: 'gallery', id: gallery.objectId, commentIds: [other], areGone },
    ]
    await block(server, creator, fan)
    await expect.poll(() => heard).toHaveLength(2)
    expect(heard).toEqual(expect.arrayContaining(told(true)))
    await expect.poll(() => closed).toEqual([{ type: 'performer', id: creator.id }])
    // Another reason is no other block.
    await block(server, creator, fan)
    for (const _again of [1, 2]) {
      expect((await call(server, `DELETE /block/users/${fan.id}`, { token: creator.token })).status).toBe(200)
    }
    await expect.poll(() => heard).toHaveLength(4)
    expect(heard.slice(2)).toEqual(expect.arrayContaining(told(false)))
    expect(closed).toHaveLength(1)
  })
})

async function block(server: TestServer, { token }: Person, fan: Person): Promise<void> {
  const answer = await call(server, 'POST /block/users', { token, body: { userId: fan.id } })
  expect(answer.status).toBe(200)
}

function rowOf(device: TestDevice, space: string, key: string): Record<string, unknown> | undefined {
  return device.rows.get(space)?.get(key)
}

function follow({ app }: TestServer, fan: Person, creator: Person): Promise<void> {
  return transact(app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
}

async function balanceOf({ app }: TestServer, { id }: Person): Promise<number> {
  return (await app.orm.em.fork().findOneOrFail(User, { id })).balance
}

function publishPoll({ app }: TestServer, { actor }: Person): Promise<string> {
  const poll = { question: 'Which?', options: ['This', 'That'] }
  const post = { _id: v7(), text: '', access: 'public' as const, price: 0, scheduledAt: null, poll, fileIds: [] }
  return transact(app, actor, async (tx) => (await publishPost(tx, post)).id)
}

/** The contract has no answer to this event; the server gives one. */
function typing(client: Client, conversationId: string): Promise<unknown> {
  return (client as Socket).emitWithAck('conversation:typing', { conversationId, typing: true }) as Promise<unknown>
}

async function enter(server: TestServer, { token }: Person): Promise<Client> {
  const client: Client = io(server.url, { transports: ['websocket'], query: { token }, forceNew: true })
  onTestFinished(() => void client.disconnect())
  await once(client as never, 'connect')
  expect(await client.emitWithAck('login', { token })).toEqual({ ok: true })
  return client
}
