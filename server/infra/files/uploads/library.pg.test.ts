import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { tablesScanned } from '../../../testing/plans.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { FileHolder } from '../attachment.ts'
import { File } from '../entity.ts'
import { sweepFiles } from '../sweep.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeMp4 } from '../testing/mp4-fixture.ts'

let server: TestServer
let creator: Person
let fan: Person
beforeAll(async () => {
  server = await startTestServer({ config: { ffmpegPath: '/no/such/program' } })
  creator = await makePerson(server, 'library.creator', true)
  fan = await makePerson(server, 'library.fan')
})
afterAll(() => server.stop())

type Listed = {
  total: number
  data: { _id: string; type: string; status: string; isHeld: boolean; name: string | null; tags: string[] }[]
}

async function list(query = '', token = creator.token): Promise<Listed> {
  return (await call(server, `GET /performer/files/search${query}` as 'GET /', { token })).body as unknown as Listed
}

async function add(path: string, bytes: Buffer, by: { token: string; name?: string } = creator): Promise<string> {
  return (await upload(server, path, { ...by, bytes })).body._id
}

test('creators list their own uploads, newest first, without avatars', async () => {
  const photo = await add('/performer/feeds/photo/upload', await jpegWithPlace())
  const video = await add('/performer/feeds/video/upload', makeMp4())
  await add('/performers/avatar/upload', await jpegWithPlace())
  const sent = await add('/messages/private/file', await jpegWithPlace(90, 60))
  await sendWithFiles(server, creator, { to: fan.id, fileIds: [sent] })
  const other = await makePerson(server, 'library.other', true)
  await add('/performer/feeds/photo/upload', await jpegWithPlace(), other)
  expect(await list()).toMatchObject({
    total: 3,
    data: [
      { _id: sent, type: 'photo', status: 'ready', isHeld: true, purpose: 'message' },
      { _id: video, type: 'video', status: 'processing', isHeld: false, purpose: 'feed-video' },
      { _id: photo, type: 'photo', status: 'ready', isHeld: false, purpose: 'feed-photo', file: { type: 'photo' } },
    ],
  })
  expect((await list('?type=photo')).data.map(({ _id }) => _id)).toEqual([sent, photo])
  expect((await list('?used=yes')).data.map(({ _id }) => _id)).toEqual([sent])
  expect((await list('?used=no')).data.map(({ _id }) => _id)).toEqual([video, photo])
  expect((await list('?status=processing')).data.map(({ _id }) => _id)).toEqual([video])
  expect((await list('?pageSize=1&current=3')).data.map(({ _id }) => _id)).toEqual([photo])
  expect(await list('?status=failed')).toEqual({ total: 0, data: [] })
})

test('the library is for creators alone', async () => {
  const status = async (token?: string) =>
    (await call(server, 'GET /performer/files/search', { ...(token !== undefined && { token }) })).status
  expect([await status(), await status(fan.token), await status(creator.token)]).toEqual([401, 403, 200])
})

test('the same bytes are one item, whose tags and use are those of all of them', async () => {
  const owner = await makePerson(server, 'library.again', true)
  const bytes = await jpegWithPlace(120, 80)
  const first = await add('/performer/feeds/photo/upload', bytes, { ...owner, name: 'Harbour at dawn.jpg' })
  const again = await add('/messages/private/file', bytes, { ...owner, name: 'copy.jpg' })
  const other = await add('/messages/private/file', await jpegWithPlace(121, 80), { ...owner, name: '100%_sure.jpg' })
  await sendWithFiles(server, owner, { to: fan.id, fileIds: [again] })
  const ids = async (query: string) => (await list(query, owner.token)).data.map(({ _id }) => _id)
  expect(await ids('')).toEqual([other, first])
  expect([await ids('?used=yes'), await ids('?used=no')]).toEqual([[first], [other]])
  const body = { tags: ['#Harbour', 'null', 'harbour'] }
  const tagged = await call(server, `PUT /performer/files/${again}/tags`, { token: owner.token, body })
  expect(tagged.body).toEqual({ tags: ['harbour', 'null'] })
  expect((await list('?tag=harbour', owner.token)).data).toMatchObject([
    { _id: first, name: 'Harbour at dawn.jpg', tags: ['harbour', 'null'] },
  ])
  const tags = await call(server, 'GET /performer/files/tags', { token: owner.token })
  expect(tags.body).toEqual({
    data: [
      { tag: 'harbour', count: 1 },
      { tag: 'null', count: 1 },
    ],
  })
  expect([await ids('?q=DAWN'), await ids('?q=0%25_'), await ids('?q=%25%25')]).toEqual([[first], [other], []])
  const foreign = await call(server, `PUT /performer/files/${first}/tags`, { token: creator.token, body })
  expect([foreign.status, (await list('?tag=harbour')).total]).toEqual([404, 0])
})

/** The width of the picture that an item of the library stands for. */
async function widthOf(id: string): Promise<number | null | undefined> {
  return (await server.app.orm.em.fork().findOneOrFail(File, { id })).width
}

test('the item of the same bytes is the first copy that has its full size', async () => {
  const owner = await makePerson(server, 'library.sizes', true)
  const bytes = await jpegWithPlace(1600, 1200)
  const small = await add('/performer/feeds/thumbnail/upload', bytes, owner)
  const full = await add('/performer/feeds/photo/upload', bytes, owner)
  await add('/messages/private/file', bytes, owner)
  const video = makeMp4()
  await add('/performer/feeds/teaser/upload', video, owner)
  const whole = await add('/performer/feeds/video/upload', video, owner)
  expect([await widthOf(small), await widthOf(full)]).toEqual([960, 1600])
  for (const query of ['', '?reusable=yes']) {
    expect(await list(query, owner.token)).toMatchObject({ total: 2, data: [{ _id: whole }, { _id: full }] })
  }
  await server.app.orm.em.fork().nativeUpdate(File, { id: full }, { status: 'failed' })
  expect((await list('?type=photo', owner.token)).data.map(({ _id }) => _id)).not.toContain(full)
})

test('a later copy has the tags of the same bytes, and keeps them when the first one is swept', async () => {
  const owner = await makePerson(server, 'library.tags', true)
  const bytes = await jpegWithPlace(130, 90)
  const first = await add('/performer/feeds/photo/upload', bytes, owner)
  const body = { tags: ['harbour', 'null'] }
  await call(server, `PUT /performer/files/${first}/tags`, { token: owner.token, body })
  const again = await add('/performer/feeds/photo/upload', bytes, owner)
  const [rival, other] = [await makePerson(server, 'library.rival', true), await jpegWithPlace(131, 90)]
  await add('/performer/feeds/photo/upload', bytes, rival)
  await add('/performer/feeds/photo/upload', other, owner)
  const createdAt = new Date(server.app.clock().getTime() - 8 * 86_400_000)
  await server.app.orm.em.fork().nativeUpdate(File, { id: first }, { createdAt })
  await sweepFiles(server.app)
  const left = (await list('?tag=harbour', owner.token)).data
  expect(left).toMatchObject([{ _id: again, tags: ['harbour', 'null'] }])
  expect((await list('', rival.token)).data).toMatchObject([{ tags: [] }])
})

test('a file that one of its uses keeps is not deleted, for the reason that its holder gives', async () => {
  const photo = await add('/performer/feeds/photo/upload', await jpegWithPlace(132, 90))
  const holders = server.app.domains.fileHolders as Map<string, FileHolder>
  const kept = { use: 'product', count: 1, kept: new Refusal('conflict', 'A museum shows this file.') } as const
  holders.set('museum', { type: 'museum', viewableOf: () => Promise.resolve(false), usesOf: async () => [kept] })
  const { token } = creator
  const removed = await call(server, `DELETE /performer/files/${photo}`, { token })
  const uses = await call(server, `GET /performer/files/${photo}/uses`, { token })
  holders.delete('museum')
  expect(removed).toMatchObject({ status: 409, body: { message: 'A museum shows this file.' } })
  expect(uses.body).toEqual({ data: [{ use: 'product', count: 1 }] })
  expect((await call(server, `DELETE /performer/files/${photo}`, { token })).status).toBe(200)
})

test('a page of ten thousand files reads no table from end to end', { timeout: 60_000 }, async () => {
  const owner = await makePerson(server, 'library.large', true)
  const em = server.app.orm.em.fork()
  await em.execute(
    `insert into file (id, owner_id, purpose, type, status, mime_type, size, hash, created_at)
     select gen_random_uuid(), case when n % 15 = 0 then ?::uuid else gen_random_uuid() end, 'message', 'photo', 'ready',
       'image/webp', 1, md5(((n - 1) / 30)::text), now() - n * interval '1 minute' from generate_series(1, 150000) as n`,
    [owner.id],
  )
  await em.execute('vacuum analyze file')
  const scanned = await tablesScanned(server.app.config.databaseUrl ?? '', () =>
    list('?reusable=yes&type=photo&pageSize=48', owner.token),
  )
  expect([...scanned].filter((table) => table === 'file')).toEqual([])
  expect(await list('?pageSize=48', owner.token)).toMatchObject({ total: 1_000 })
})
