import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
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

type Listed = { total: number; data: { _id: string; type: string; status: string; isHeld: boolean }[] }

async function list(query = '', token = creator.token): Promise<Listed> {
  return (await call(server, `GET /performer/files/search${query}` as 'GET /', { token })).body as unknown as Listed
}

async function add(path: string, bytes: Buffer, { token }: Person = creator): Promise<string> {
  return (await upload(server, path, { token, bytes })).body._id
}

test('creators list their own uploads, newest first, without avatars and without what they sent in messages', async () => {
  const photo = await add('/performer/feeds/photo/upload', await jpegWithPlace())
  const video = await add('/performer/feeds/video/upload', makeMp4())
  await add('/performers/avatar/upload', await jpegWithPlace())
  const sent = await add('/messages/private/file', await jpegWithPlace())
  await sendWithFiles(server, creator, { to: fan.id, fileIds: [sent] })
  const other = await makePerson(server, 'library.other', true)
  await add('/performer/feeds/photo/upload', await jpegWithPlace(), other)
  expect(await list()).toMatchObject({
    total: 2,
    data: [
      { _id: video, type: 'video', status: 'processing', isHeld: false, purpose: 'feed-video' },
      { _id: photo, type: 'photo', status: 'ready', isHeld: false, purpose: 'feed-photo', file: { type: 'photo' } },
    ],
  })
  expect((await list('?type=photo')).data.map(({ _id }) => _id)).toEqual([photo])
  expect((await list('?status=processing')).data.map(({ _id }) => _id)).toEqual([video])
  expect((await list('?pageSize=1&current=2')).data.map(({ _id }) => _id)).toEqual([photo])
  expect(await list('?status=failed')).toEqual({ total: 0, data: [] })
})

test('the library is for creators alone', async () => {
  const status = async (token?: string) =>
    (await call(server, 'GET /performer/files/search', { ...(token !== undefined && { token }) })).status
  expect([await status(), await status(fan.token), await status(creator.token)]).toEqual([401, 403, 200])
})
