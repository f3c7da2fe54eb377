import { once } from 'node:events'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { describe, expect, onTestFinished } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { say } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset, makeUpload } from '../../content/assets/testing/asset.ts'
import { postWithPhoto } from '../../content/posts/testing/post-with-photo.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { ConversationMember } from '../../talk/conversations/entity.ts'
import { Message } from '../../talk/messages/entity.ts'
import { makeThing, readComments, writeComment } from '../comments/testing/comment.ts'
import { Report } from './reports/entity.ts'
import { reportCommands as admin } from './reports/report-commands.ts'

type Client = Socket<ServerToClient, ClientToServer>

/** Runs a command as the operator does; answers its lines. */
async function run({ app }: TestServer, command: 'hide' | 'restore' | 'report', ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await admin[command]?.run({ app, args, print: (line) => void lines.push(line) })
  return lines
}

const pages = {
  gallery: 'galleries',
  video: 'videos',
  product: 'products',
} as const

describe.for(['gallery', 'video', 'product'] as const)('a %s that staff hide', (kind) => {
  test('is gone for all but its author until it is restored', async ({ server, creator, fan }) => {
    const title = `Harbour ${creator.user.username} ${kind}`
    const files = kind === 'video' ? { mainId: {} } : {}
    const { id } = await makeAsset(server, creator.id, { kind, title, price: kind === 'product' ? 5 : 0, files })
    const path = `/performer-assets/${pages[kind]}` as const
    const bookmark = { objectType: kind, objectId: id, action: 'bookmark' }
    await call(server, 'POST /reactions', { token: fan.token, body: bookmark })
    const owned = { userId: fan.id, performerId: creator.id, objectType: kind, objectId: id } as const
    await transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, source: 'purchase' }))
    const seen = async () => {
      const lists = [`${path}/search?performerId=${creator.id}`, `/search?q=${encodeURIComponent(title)}`] as const
      const found = await Promise.all(
        [...lists, `/reactions/${pages[kind]}/bookmark` as const].map(async (list) =>
          (await call(server, `GET ${list}`, { token: fan.token })).text.includes(id),
        ),
      )
      const profile = await call(server, `GET /performers/${creator.id}`)
      const counts = (profile.body['counts'] ?? {}) as Record<string, number>
      const one = await call(server, `GET ${path}/${id}`, { token: fan.token })
      return [one.status, ...found, counts[pages[kind]]]
    }
    expect(await seen()).toEqual([200, true, true, true, 1])
    expect(await run(server, 'hide', kind, id)).toEqual([`${kind} ${id} is hidden`])
    expect(await run(server, 'hide', kind, id)).toEqual([`${kind} ${id} was hidden already`])
    expect(await seen()).toEqual([404, false, false, false, 0])
    const like = { objectType: kind, objectId: id, action: 'like' }
    expect((await call(server, 'POST /reactions', { token: fan.token, body: like })).status).toBe(404)

    const own = new TestDevice(server, creator)
    await own.syncAll()
    expect(own.all('own-assets')).toMatchObject([{ _id: id, status: 'hidden' }])
    for (const status of ['active', 'archived', 'draft'] as const) {
      const args = { _id: id, kind, base: {}, changes: { status }, editedAt: new Date().toISOString() }
      expect((await own.sync([mutation('asset.save', args)])).outcomes).toMatchObject([
        { status: 'rejected', kind: 'forbidden' },
      ])
    }
    // Removing what somebody owns archives it otherwise.
    await own.sync([mutation('asset.remove', { _id: id })])
    expect(await seen()).toEqual([404, false, false, false, 0])

    expect(await run(server, 'restore', kind, id)).toEqual([`${kind} ${id} is shown again`])
    expect(await run(server, 'restore', kind, id)).toEqual([`${kind} ${id} was not hidden`])
    expect(await seen()).toEqual([200, true, true, true, 1])
    const audited = await server.app.orm.em.fork().find(AuditEntry, { subjectId: id }, { orderBy: { at: 'asc' } })
    expect(audited.map(({ action, before }) => [action, before])).toEqual([
      ['content.hide', { type: kind, status: 'active' }],
      ['content.restore', { type: kind, status: 'hidden' }],
    ])
  })
})

test('a photo that staff hide leaves its gallery, whose cover was made of it', async ({ server, creator, fan }) => {
  const { id: galleryId } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const at = { kind: 'photo', galleryId, position: 0 } as const
  const { id, files } = await makeAsset(server, creator.id, { ...at, files: { fileId: {} } })
  const coverFileId = await makeUpload(server, creator.id, { purpose: 'gallery-cover' })
  await transact(server.app, null, async ({ em }) => {
    await em.execute('update asset set cover_file_id = ?, cover_photo_id = ? where id = ?', [
      ...[coverFileId, id, galleryId],
    ])
    em.create(Attachment, { fileId: coverFileId, role: 'cover', holderType: 'asset', holderId: galleryId, position: 0 })
  })
  await run(server, 'hide', 'photo', id)
  const listed = await call(server, `GET /performer-assets/photos?galleryId=${galleryId}`, { token: fan.token })
  expect(listed.body).toMatchObject({ total: 0, data: [] })
  const gallery = await call(server, `GET /performer-assets/galleries/${galleryId}`, { token: fan.token })
  expect([gallery.status, gallery.text.includes(coverFileId), gallery.text.includes(files.fileId ?? '')]).toEqual([
    ...[200, false, false],
  ])
  expect(await viewable(server, fan, files.fileId)).toBe(false)
  expect(await viewable(server, creator, files.fileId)).toBe(true)
})

test('a post that staff hide is a tombstone on devices, and its photo is closed', async ({ server, creator, fan }) => {
  const { postId: id, fileId } = await postWithPhoto(server, creator, { text: 'Harbour' })
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const [theirs, own] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await theirs.syncAll()
  await run(server, 'hide', 'post', id)
  await theirs.syncAll()
  await own.syncAll()
  const space = spaceOfPerformer(creator.id)
  expect(theirs.rows.get(space)?.get(`posts ${id}`)).toMatchObject({ status: 'removed', text: '', files: [] })
  expect(own.rows.get(space)?.get(`posts ${id}`)).toMatchObject({ status: 'hidden', files: [{ _id: fileId }] })
  for (const device of [theirs, own]) expect(Object.values(await device.verify())).not.toContain('differs')
  expect([await viewable(server, fan, fileId), await viewable(server, creator, fileId)]).toEqual([false, true])
  const { token } = creator
  for (const [who, status] of [
    [fan, 404],
    [creator, 200],
  ] as const) {
    expect((await call(server, `GET /user/feeds/${id}`, { token: who.token })).status).toBe(status)
  }
  for (const list of ['/user/feeds/latest', `/user/feeds/search/${creator.user.username}`] as const) {
    expect((await call(server, `GET ${list}`, { token: fan.token })).text).not.toContain(id)
  }
  const again = await call(server, `PUT /performer/feeds/${id}`, { token, body: { archived: false } })
  expect([again.status, again.body['message']]).toEqual([
    403,
    'Staff have hidden this after a report. Contact support.',
  ])
  await run(server, 'restore', 'post', id)
  await theirs.syncAll()
  expect(theirs.rows.get(space)?.get(`posts ${id}`)).toMatchObject({ status: 'published', files: [{ _id: fileId }] })
})

test('open pages of what staff hide look again, and hear no more', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const page = { type: thing.objectType, id: thing.objectId }
  const client = await enter(server, fan)
  expect(await client.emitWithAck('page:join', page)).toEqual({ ok: true })
  const heard: unknown[] = []
  client.on('page:changed', (event) => heard.push(event))
  await run(server, 'hide', 'post', page.id)
  await expect.poll(() => heard).toEqual([page])
  expect(await client.emitWithAck('page:join', page)).toEqual({ ok: false })
})

test('a comment that staff hide is counted no more, and its author has it as hidden', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const id = await writeComment(server, fan, { ...thing, text: 'Buy spam' })
  const answer = await writeComment(server, creator, { ...thing, parentId: id, text: 'No' })
  const page = await enter(server, creator)
  expect(await page.emitWithAck('page:join', { type: 'feed', id: thing.objectId })).toEqual({ ok: true })
  const heard: unknown[] = []
  page.on('comment:deleted', ({ _id }) => heard.push(_id))
  page.on('comment:created', ({ _id }) => heard.push(_id))
  const count = async () => (await call(server, `GET /user/feeds/${thing.objectId}`)).body['comments']
  expect(await count()).toBe(2)
  await run(server, 'hide', 'comment', id)
  await expect.poll(() => heard).toEqual([id])
  expect(await count()).toBe(1)
  for (const who of [creator, {}]) {
    const { data } = await readComments(server, thing, who)
    expect(data).toMatchObject([{ _id: id, text: '', author: null, isDeleted: true, replies: 1 }])
  }
  const { data } = await readComments(server, thing, fan)
  expect(data).toMatchObject([{ _id: id, text: 'Buy spam', isDeleted: false, replies: 1 }])
  const own = new TestDevice(server, fan)
  await own.syncAll()
  expect(own.all('own-comments')).toMatchObject([{ _id: id, text: 'Buy spam', isHidden: true }])
  const { token } = fan
  expect((await call(server, `PUT /comments/${id}`, { token, body: { text: 'Ham' } })).status).toBe(403)
  const reply = { ...thing, parentId: id, text: 'More' }
  expect((await call(server, 'POST /comments', { token, body: reply })).status).toBe(404)
  await run(server, 'restore', 'comment', id)
  await expect.poll(() => heard).toEqual([id, id])
  expect([await count(), (await readComments(server, thing)).data[0]?.text]).toEqual([2, 'Buy spam'])
  await run(server, 'hide', 'comment', id)
  // Counted once, however it goes.
  expect((await call(server, `DELETE /comments/${id}`, { token })).status).toBe(200)
  expect(await count()).toBe(1)
  await expect(run(server, 'restore', 'comment', id)).rejects.toMatchObject({ kind: 'not-found' })
  expect((await call(server, `DELETE /comments/${answer}`, { token: creator.token })).status).toBe(200)
})

test('a message that staff hide is deleted for its recipient, and its sender still has it', async ({
  server,
  pair,
}) => {
  const { fan, creator, conversationId } = pair
  const id = await say(server, fan, { to: conversationId, text: 'Buy spam' })
  const page = await enter(server, creator)
  expect(await page.emitWithAck('conversation:join', { conversationId })).toEqual({ ok: true })
  const heard: unknown[] = []
  page.on('message:deleted', ({ _id }) => heard.push(_id))
  const [sends, gets] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await gets.syncAll()
  const conversation = () => gets.rows.get(`c:${conversationId}`)?.get(`conversations ${conversationId}`)
  expect(conversation()).toMatchObject({ totalNotSeenMessages: 1, lastMessage: { text: 'Buy spam' } })
  await run(server, 'hide', 'message', id)
  await expect.poll(() => heard).toEqual([id])
  await sends.syncAll()
  await gets.syncAll()
  expect(gets.all('messages')).toMatchObject([{ _id: id, text: 'Message deleted!', isDeleted: true }])
  expect(gets.all('messages')).not.toMatchObject([{ isHidden: true }])
  expect(sends.all('messages')).toMatchObject([{ _id: id, text: 'Buy spam', isDeleted: false, isHidden: true }])
  expect(conversation()).toMatchObject({ totalNotSeenMessages: 0, lastMessage: { isDeleted: true } })
  for (const [{ token }, isRead] of [
    [creator, false],
    [fan, true],
  ] as const) {
    for (const list of [`/messages/conversations/${conversationId}`, '/conversations'] as const) {
      expect((await call(server, `GET ${list}`, { token })).text.includes('Buy spam')).toBe(isRead)
    }
  }
  await run(server, 'restore', 'message', id)
  await gets.syncAll()
  expect(gets.all('messages')).toMatchObject([{ _id: id, text: 'Buy spam', isDeleted: false }])
  expect(await server.app.orm.em.fork().findOneOrFail(Message, { id })).toMatchObject({ isHidden: false })
})

test('the operator is told how to hide, and that there is no such thing', async ({ server }) => {
  for (const args of [[], ['post'], ['post', 'x'], ['performer', '01990000-0000-7000-8000-000000000000']]) {
    await expect(run(server, 'hide', ...args)).rejects.toMatchObject({ kind: 'invalid' })
  }
  const none = '01990000-0000-7000-8000-000000000000'
  for (const type of ['post', 'gallery', 'photo', 'video', 'product', 'comment', 'message']) {
    await expect(run(server, 'hide', type, none)).rejects.toMatchObject({ kind: 'not-found' })
  }
})

async function viewable(server: TestServer, { token }: Person, id = ''): Promise<boolean> {
  return (await call(server, 'POST /files/viewable', { token, body: { ids: [id] } })).text.includes(id)
}

async function enter(server: TestServer, { token }: Person): Promise<Client> {
  const client: Client = io(server.url, { transports: ['websocket'], query: { token }, forceNew: true })
  onTestFinished(() => void client.disconnect())
  await once(client as never, 'connect')
  expect(await client.emitWithAck('login', { token })).toEqual({ ok: true })
  return client
}

test('a thing that is hidden settles its reports, which a restored one reverses', async ({ server, creator, fan }) => {
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const body = { objectType: 'gallery', objectId: id, category: 'spam' }
  const { body: made } = await call(server, 'POST /reports', { token: fan.token, body })
  const state = async () => (await server.app.orm.em.fork().findOneOrFail(Report, { id: String(made['_id']) })).state
  expect(await state()).toBe('open')
  await run(server, 'hide', 'gallery', id)
  expect(await state()).toBe('actioned')
  await run(server, 'restore', 'gallery', id)
  expect(await state()).toBe('reversed')
})

test('a report that is found to be none is dismissed once', async ({ server, creator, fan }) => {
  const body = { objectType: 'performer', objectId: creator.id, category: 'spam' }
  const { body: made } = await call(server, 'POST /reports', { token: fan.token, body })
  const id = String(made['_id'])
  expect(await run(server, 'report', 'dismiss', id)).toEqual([`report ${id} is closed`])
  await expect(run(server, 'report', 'dismiss', id)).rejects.toThrow('This report is closed already.')
  await expect(run(server, 'report', 'dismiss', creator.id)).rejects.toThrow('There is no such report.')
})

test('a message that arrives while another is hidden is counted once', async ({ server, pair }) => {
  const first = await say(server, pair.fan, { to: pair.conversationId, text: 'Harbour' })
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      run(server, round % 2 === 0 ? 'hide' : 'restore', 'message', first),
      say(server, pair.fan, { to: pair.conversationId, text: `Quay ${round}` }),
    ])
  }
  const { conversationId } = pair
  const unread = { conversationId, userId: pair.creator.id }
  const { unseen } = await server.app.orm.em.fork().findOneOrFail(ConversationMember, unread)
  expect(unseen).toBe(5)
})
