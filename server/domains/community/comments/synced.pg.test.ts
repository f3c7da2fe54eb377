import { once } from 'node:events'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { OWN_COMMENTS_WINDOW } from '@vesper/sync/vesper/records/comment.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { grantEntitlement, setMembership } from '../../people/grants/commands.ts'
import { rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { editComment, removeComment } from './commands.ts'
import { Comment } from './entity.ts'
import { makeThing, readComments, writeComment } from './testing/comment.ts'

type Client = Socket<ServerToClient, ClientToServer>

test('own comments are on each device of their author, and on no other', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const [writes, reads, others] = [
    new TestDevice(server, fan),
    new TestDevice(server, fan),
    new TestDevice(server, creator),
  ]
  const [first, second] = [v7(), v7()]
  const add = (_id: string, parentId: string | null) =>
    mutation('comment.add', { ...thing, _id, parentId, text: 'Offline' })
  const { outcomes } = await writes.sync([add(first, null), add(second, first)])
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied'])
  await reads.syncAll()
  expect(reads.all('own-comments')).toHaveLength(2)
  await reads.sync([mutation('comment.edit', { _id: first, objectId: thing.objectId, text: 'Edited' })])
  await writes.syncAll()
  expect(writes.all('own-comments')).toContainEqual(
    expect.objectContaining({ _id: first, authorId: fan.id, text: 'Edited' }),
  )
  await writes.sync([mutation('comment.remove', { _id: first, objectId: thing.objectId })])
  await reads.syncToEnd()
  expect(reads.all('own-comments')).toMatchObject([{ _id: second }])
  await others.syncAll()
  expect(others.all('own-comments')).toEqual([])
  // Each device holds what the server would give it.
  expect(Object.values(await reads.verify())).not.toContain('differs')
})

test('a comment on what is gone meanwhile is refused in words, and shown to nobody', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator, { objectType: 'video' })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  await transact(server.app, null, ({ em }) =>
    em.execute(`update asset set status = 'archived' where id = ?`, [thing.objectId]),
  )
  const { outcomes } = await device.sync([
    mutation('comment.add', { ...thing, _id: v7(), parentId: null, text: 'Late' }),
  ])
  expect(outcomes).toMatchObject([
    { status: 'rejected', kind: 'not-found', message: expect.stringMatching(/ .*\.$/) as string },
  ])
  expect(device.all('own-comments')).toEqual([])
  expect(await readComments(server, thing, creator)).toMatchObject({ total: 0 })
})

test('a comment written offline by a fan who was blocked meanwhile is refused in words, and older ones are hidden', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const reader = await makePerson(server, `reader_${fan.user.username}`)
  const before = await writeComment(server, fan, { ...thing, text: 'From before' })
  await writeComment(server, reader, { ...thing, parentId: before, text: 'An answer' })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const block = await call(server, 'POST /block/users', { token: creator.token, body: { userId: fan.id } })
  expect(block.status).toBe(200)
  const late = mutation('comment.add', { ...thing, _id: v7(), parentId: null, text: 'Let me in' })
  const { outcomes } = await device.sync([late])
  expect(outcomes).toMatchObject([{ status: 'rejected', message: 'This post does not exist.' }])
  const edit = mutation('comment.edit', { _id: before, objectId: thing.objectId, text: 'Spite' })
  expect((await device.sync([edit])).outcomes).toMatchObject([{ status: 'rejected' }])
  for (const who of [reader, creator]) {
    expect((await readComments(server, thing, who)).data).toMatchObject([{ isDeleted: true, text: '', replies: 1 }])
  }
  expect((await readComments(server, thing, fan)).status).toBe(404)
  const remove = mutation('comment.remove', { _id: before, objectId: thing.objectId })
  expect((await device.sync([remove])).outcomes).toMatchObject([{ status: 'applied' }])
})

test('somebody blocked reads the comments on an own purchase, and writes none; nor does a creator who is closed', async ({
  server,
  creator,
  fan,
}) => {
  const owned = await makeThing(server, creator, { access: 'paid' })
  const right = { userId: fan.id, performerId: creator.id, objectType: 'feed', objectId: owned.objectId } as const
  await transact(server.app, null, (tx) => grantEntitlement(tx, { ...right, source: 'purchase' }))
  await writeComment(server, creator, { ...owned, text: 'From the creator' })
  await call(server, 'POST /block/users', { token: creator.token, body: { userId: fan.id } })
  expect(await readComments(server, owned, fan)).toMatchObject({ status: 200, total: 1 })
  await expect(writeComment(server, fan, owned)).rejects.toThrow('This post does not exist.')
  const closed = await makePerson(server, `closed_${fan.user.username}`, true)
  await transact(server.app, null, (tx) => rejectCreator(tx, closed.user.username ?? '', { reason: 'No' }))
  await expect(writeComment(server, closed, await makeThing(server, creator))).rejects.toMatchObject({
    ...{ kind: 'forbidden' },
  })
})

test('a device begins with the newest comments, and those that it holds go with their deletion', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  await transact(server.app, null, async ({ em }) => {
    for (let n = 0; n < OWN_COMMENTS_WINDOW + 5; n += 1) {
      em.create(Comment, {
        ...{ ...thing, id: v7(), performerId: creator.id, authorId: fan.id, parentId: null, text: `Number ${n}` },
        ...{ createdAt: new Date(start + n * 1000), editedAt: null },
      })
    }
  })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const held = device.all<{ _id: string; text: string }>('own-comments')
  expect(held).toHaveLength(OWN_COMMENTS_WINDOW)
  expect(held.map(({ text }) => text)).not.toContain('Number 4')
  const newest = held.find(({ text }) => text === `Number ${OWN_COMMENTS_WINDOW + 4}`)
  await transact(server.app, fan.actor, (tx) => removeComment(tx, { _id: newest?._id ?? '' }))
  await device.syncToEnd()
  expect(device.all('own-comments')).toHaveLength(OWN_COMMENTS_WINDOW - 1)
  expect(Object.values(await device.verify())).not.toContain('differs')
})

test('open pages hear of comments as they come, change and go', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const page = await enter(server, creator)
  expect(await join(page, { type: 'feed', id: thing.objectId })).toBe(true)
  const heard: unknown[] = []
  for (const event of ['comment:created', 'comment:edited', 'comment:deleted'] as const) {
    page.on(event, (told: unknown) => heard.push([event, told]))
  }
  const id = await writeComment(server, fan, { ...thing, text: 'Live' })
  await transact(server.app, fan.actor, (tx) => editComment(tx, { _id: id, text: 'Changed' }))
  await transact(server.app, fan.actor, (tx) => removeComment(tx, { _id: id }))
  await expect.poll(() => heard).toHaveLength(3)
  const place = { _id: id, ...thing, parentId: null }
  expect(heard).toMatchObject([
    ['comment:created', { ...place, text: 'Live', author: { _id: fan.id }, hasFile: false }],
    ['comment:edited', { ...place, text: 'Changed', editedAt: expect.any(String) as string }],
    ['comment:deleted', place],
  ])
})

test('who may not read the comments joins no page', async ({ server, creator, fan }) => {
  const locked = await makeThing(server, creator, { access: 'subscribers' })
  const video = await makeThing(server, creator, { objectType: 'video' })
  const page = await enter(server, fan)
  expect(await join(page, { type: 'feed', id: locked.objectId })).toBe(false)
  expect(await join(page, { type: 'gallery', id: video.objectId })).toBe(false)
  expect(await join(page, { type: 'video', id: video.objectId })).toBe(true)
})

test('a page goes silent for somebody whose membership or purchase ends', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator, { access: 'subscribers' })
  const page = { type: 'feed', id: thing.objectId } as const
  const term = { userId: fan.id, performerId: creator.id, kind: 'subscription' } as const
  const until = (ms: number) =>
    transact(server.app, null, (tx) => setMembership(tx, { ...term, accessUntil: new Date(tx.now.getTime() + ms) }))
  await until(60_000)
  const client = await enter(server, fan)
  expect(await join(client, page)).toBe(true)
  const heard: unknown[] = []
  client.on('comment:created', (told) => heard.push(told))
  await writeComment(server, creator, { ...thing, text: 'Still here' })
  await expect.poll(() => heard).toHaveLength(1)
  await until(-1_000)
  await expect.poll(() => join(client, page)).toBe(false)
  await writeComment(server, creator, { ...thing, text: 'Members only' })
  await join(client, page)
  expect(heard).toHaveLength(1)
})

async function enter(server: TestServer, { token }: Person): Promise<Client> {
  const client: Client = io(server.url, { transports: ['websocket'], query: { token }, forceNew: true })
  onTestFinished(() => void client.disconnect())
  await once(client as never, 'connect')
  expect(await client.emitWithAck('login', { token })).toEqual({ ok: true })
  return client
}

async function join(client: Client, page: Parameters<ClientToServer['page:join']>[0]): Promise<boolean> {
  const { ok } = (await client.emitWithAck('page:join', page)) as { ok: boolean }
  return ok
}
