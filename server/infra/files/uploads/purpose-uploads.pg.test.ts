import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { changeSettings } from '../../../domains/site/settings/commands.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { File } from '../entity.ts'
import { jpegWithPlace, makePerson, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeMp4 } from '../testing/mp4-fixture.ts'

let server: TestServer
let fan: Person
let creator: Person
let other: Person
beforeAll(async () => {
  server = await startTestServer({ config: { ffmpegPath: '/no/such/program' } })
  fan = await makePerson(server, 'purpose.fan')
  creator = await makePerson(server, 'purpose.creator', true)
  other = await makePerson(server, 'purpose.other', true)
})
afterAll(() => server.stop())

const pathOf = (name: string) => `/performer/feeds/${name}/upload`
const wav = Buffer.concat([Buffer.from('RIFF\0\0\u0001\0WAVEfmt ', 'latin1'), Buffer.alloc(500)])

type Part = { token: string; purpose: string; fileId: string; bytes: Buffer; from?: number; to?: number }

async function sendPart({ token, purpose, fileId, bytes, from = 0, to = bytes.length }: Part) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ purpose, fileId, offset: from, total: bytes.length })) {
    body.append(name, String(value))
  }
  body.append('file', new globalThis.File([new Uint8Array(bytes.subarray(from, to))], 'part'))
  return call(server, 'POST /files/part', { token, body })
}

const find = (id: string) => server.app.orm.em.fork().findOneOrFail(File, { id })

test('a file for a post is kept for its purpose, and the same id again is the same file', async () => {
  const fileId = v7()
  const bytes = await jpegWithPlace(2400, 1600)
  const sent = await upload(server, pathOf('photo'), { token: creator.token, bytes, fileId })
  expect(sent.body).toMatchObject({ _id: fileId, status: 'ready', progress: null, failure: null })
  expect(sent.body).toMatchObject({ file: { width: 2048 } })
  expect(await find(fileId)).toMatchObject({ purpose: 'feed-photo', ownerId: creator.id })
  const again = await upload(server, pathOf('photo'), { token: creator.token, bytes: await jpegWithPlace(), fileId })
  expect(again.body).toEqual(sent.body)
  const thumbnail = await upload(server, pathOf('thumbnail'), { token: creator.token, bytes })
  expect(thumbnail.body.file).toMatchObject({ width: 960, height: 640 })
  expect(thumbnail.body.file?.thumbnailUrl).toMatch(/\/thumbnail\?/)
})

test('files for posts are uploaded by creators alone', async () => {
  const bytes = await jpegWithPlace()
  for (const name of ['photo', 'video', 'audio', 'thumbnail', 'teaser']) {
    expect((await upload(server, pathOf(name), { bytes })).status, name).toBe(401)
    expect((await upload(server, pathOf(name), { token: fan.token, bytes })).status, name).toBe(403)
  }
  const part = { purpose: 'feed-photo', fileId: v7(), bytes }
  expect((await sendPart({ ...part, token: fan.token })).status).toBe(403)
  expect((await sendPart({ ...part, purpose: 'message', token: fan.token })).status).toBe(200)
})

test('a file comes in parts for its purpose, and its owner alone hears how much is there', async () => {
  const fileId = v7()
  const part = { token: creator.token, purpose: 'feed-photo', fileId, bytes: await jpegWithPlace() }
  const half = Math.floor(part.bytes.length / 2)
  expect((await sendPart({ ...part, to: half })).body).toEqual({ received: half, file: null })
  const status = (token: string) => call(server, `GET /files/${fileId}/status`, { token })
  expect((await status(creator.token)).body).toEqual({
    ...{ _id: fileId, status: 'uploading', received: half, total: null, progress: null, failure: null, file: null },
  })
  expect((await status(other.token)).status).toBe(404)
  const there = (token: string) => call(server, `GET /files/part/${fileId}` as 'GET /', { token })
  expect((await there(creator.token)).body).toEqual({ received: half, file: null })
  expect((await there(other.token)).body).toEqual({ received: 0, file: null })
  const whole = await sendPart({ ...part, from: half })
  expect(whole.body).toMatchObject({ received: part.bytes.length, file: { _id: fileId, status: 'ready' } })
  expect(await find(fileId)).toMatchObject({ purpose: 'feed-photo' })
  expect((await status(creator.token)).body).toMatchObject({ status: 'ready', file: { type: 'photo' } })
})

test('a part of a file that is too large for its purpose, or of an unknown purpose, is refused', async () => {
  const part = { token: creator.token, fileId: v7(), bytes: Buffer.alloc(11 * 1024 * 1024), to: 1024 }
  expect(await sendPart({ ...part, purpose: 'feed-thumbnail' })).toMatchObject({
    ...{ status: 413, body: { message: 'A picture has at most 10 MB.' } },
  })
  expect((await sendPart({ ...part, purpose: 'feed-photo' })).status).toBe(200)
  expect((await sendPart({ ...part, purpose: 'anything' })).status).toBe(400)
})

test('a file that nothing could hold is refused', async () => {
  const fileId = v7()
  const part = { token: creator.token, purpose: 'product', fileId, bytes: await jpegWithPlace() }
  expect((await sendPart(part)).status).toBe(403)
  expect(await server.app.orm.em.fork().count(File, { id: fileId })).toBe(0)
})

test('a file of a column takes the place of the one before', async () => {
  const ids = [v7(), v7()]
  for (const fileId of ids) {
    const part = { token: creator.token, purpose: 'cover', fileId, bytes: await jpegWithPlace() }
    expect((await sendPart(part)).status).toBe(200)
  }
  const kept = await server.app.orm.em.fork().find(File, { id: { $in: ids } })
  expect(kept.map(({ id }) => id)).toEqual(ids.slice(1))
})

test('a site lowers the maximum of a kind, for whole uploads and for parts', async () => {
  const { uploadMaximum } = await server.app.settings.read()
  const change = (maxima: typeof uploadMaximum) =>
    transact(server.app, null, (tx) => changeSettings(tx, { uploadMaximum: maxima }))
  await change({ ...uploadMaximum, video: 1 })
  try {
    const bytes = Buffer.concat([makeMp4(), Buffer.alloc(1024 * 1024)])
    const message = 'A video has at most 1 MB.'
    const whole = await upload(server, pathOf('video'), { token: creator.token, bytes })
    expect(whole).toMatchObject({ status: 413, body: { message } })
    const part = { token: creator.token, purpose: 'feed-video', fileId: v7(), bytes, to: 1024 }
    expect(await sendPart(part)).toMatchObject({ status: 413, body: { message } })
    const photo = await upload(server, pathOf('photo'), { token: creator.token, bytes: await jpegWithPlace() })
    expect(photo.status).toBe(200)
  } finally {
    await change(uploadMaximum)
  }
})

test('without ffmpeg a sound is refused for now, and a video is kept as it came', async () => {
  const sound = await upload(server, pathOf('audio'), { token: creator.token, bytes: wav })
  expect(sound).toMatchObject({
    status: 503,
    body: { message: 'This server cannot prepare sounds yet. Try again later.' },
  })
  const inMessage = await upload(server, '/messages/private/file', { token: fan.token, bytes: wav })
  expect(inMessage.status).toBe(503)
  const video = await upload(server, pathOf('video'), { token: creator.token, bytes: makeMp4() })
  expect(video).toMatchObject({ status: 200, body: { status: 'processing', file: { type: 'video', variants: [] } } })
})

test('any file is kept for a product as it came, and is only ever saved by a browser', async () => {
  const fileId = v7()
  const bytes = Buffer.from('<script>alert(1)</script>')
  const sent = await sendPart({ token: creator.token, purpose: 'product-file', fileId, bytes })
  expect(sent.body).toMatchObject({ file: { status: 'ready', file: { type: 'other' } } })
  const { url } = (sent.body as { file: { file: { url: string } } }).file.file
  const saved = await fetch(server.url + url, { headers: { authorization: `Bearer ${creator.token}` } })
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(saved.headers.get('content-type')).toBe('application/octet-stream')
  expect(await saved.text()).toBe(bytes.toString())
})
