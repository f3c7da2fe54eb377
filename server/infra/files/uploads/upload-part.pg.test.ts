import { readdirSync, truncateSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { sweepFiles } from '../sweep.ts'
import { jpegWithPlace, makePerson } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { BYTES_UNDER_WAY_MAX } from './upload-part.ts'

const PART = '/messages/private/file/part'
const DAY_MS = 86_400_000

let server: TestServer
let fan: Person
let other: Person
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'part.fan')
  other = await makePerson(server, 'part.other')
  photo = await jpegWithPlace()
})
afterAll(() => server.stop())

type Place = { fileId: string; offset: number; bytes: Buffer; total?: number; token?: string | undefined }

function send({ fileId, offset, bytes, total = photo.length, token = fan.token }: Place) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ fileId, offset, total })) body.append(name, String(value))
  body.append('file', new File([new Uint8Array(bytes)], 'part'))
  return call(server, `POST ${PART}`, { token, body })
}

function ask(fileId: string, token?: string) {
  return call(server, `GET ${PART}/${fileId}` as 'GET /', { token })
}

function unfinished(): string[] {
  return readdirSync(join(server.app.config.dataDir, 'parts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

test('parts make the file that they are parts of, whatever broke off, came twice, overlapped or left a gap', async () => {
  const fileId = v7()
  const third = Math.floor(photo.length / 3)
  expect((await ask(fileId, fan.token)).body).toEqual({ received: 0, file: null })
  expect((await send({ fileId, offset: 0, bytes: photo.subarray(0, third) })).body['received']).toBe(third)
  // Another device asks where to go on. A gap is not filled, and known bytes are skipped.
  expect((await ask(fileId, fan.token)).body['received']).toBe(third)
  expect((await send({ fileId, offset: third + 1, bytes: photo.subarray(third + 1) })).body['received']).toBe(third)
  expect((await send({ fileId, offset: 0, bytes: photo.subarray(0, third) })).body['received']).toBe(third)
  const overlapping = { fileId, offset: third - 10, bytes: photo.subarray(third - 10, 2 * third) }
  const twice = await Promise.all([send(overlapping), send(overlapping)])
  expect(twice.map(({ body }) => body['received'])).toEqual([2 * third, 2 * third])
  const last = await send({ fileId, offset: 2 * third, bytes: photo.subarray(2 * third) })
  expect(last.body).toMatchObject({ received: photo.length, file: { _id: fileId, status: 'ready' } })
  const stored = await server.app.storage.open(fileId, 'original')
  const kept = stored ? await buffer(stored.stream()) : null
  expect(kept?.includes('Secretphone')).toBe(false)
  expect(kept?.length).toBeGreaterThan(100)
  expect((await ask(fileId, fan.token)).body).toMatchObject({ file: { _id: fileId } })
  expect((await send(overlapping)).body).toMatchObject({ file: { _id: fileId } })
  expect(unfinished()).toEqual([])
})

test('an upload that was whole when the server died is stored by any next part', async () => {
  const fileId = v7()
  await send({ fileId, offset: 0, bytes: photo.subarray(0, photo.length - 1) })
  const path = { path: await partFile(photo.subarray(photo.length - 1)), start: 0, offset: photo.length - 1 }
  await server.app.parts.append(fan.id, fileId, path)
  const last = await send({ fileId, offset: photo.length - 1, bytes: photo.subarray(photo.length - 1) })
  expect(last.body).toMatchObject({ file: { _id: fileId, status: 'ready' } })
})

test('a file that is no picture, or longer than announced, is rejected and leaves nothing; accounts have uploads of their own', async () => {
  const text = Buffer.from('This is no picture.')
  const fileId = v7()
  expect((await send({ fileId, offset: 0, bytes: text, total: text.length })).status).toBe(415)
  expect((await send({ fileId, offset: 0, bytes: photo, total: 10 })).status).toBe(400)
  expect((await send({ fileId, offset: 0, bytes: text, total: 999_999_999 })).status).toBe(413)
  for (const offset of [-1, 1.5, 1e12, Number.NaN]) {
    expect((await send({ fileId, offset, bytes: text })).status).toBe(400)
  }
  expect((await send({ fileId: 'nonsense', offset: 0, bytes: text })).status).toBe(400)
  expect(unfinished()).toEqual([])
  await send({ fileId, offset: 0, bytes: photo.subarray(0, 100) })
  expect((await ask(fileId, other.token)).body).toEqual({ received: 0, file: null })
  expect((await send({ fileId, offset: 100, bytes: photo.subarray(100), token: other.token })).body['received']).toBe(0)
  const whole = await send({ fileId, offset: 0, bytes: photo, token: other.token })
  expect(whole.body).toMatchObject({ file: { _id: fileId } })
  expect((await ask(fileId, fan.token)).status).toBe(409)
  expect((await send({ fileId, offset: 100, bytes: photo.subarray(100) })).status).toBe(409)
})

test('nobody sends or asks without a session', async () => {
  for (const token of ['', 'nonsense']) {
    expect((await send({ fileId: v7(), offset: 0, bytes: photo, token })).status).toBe(401)
    expect((await ask(v7(), token)).status).toBe(401)
  }
})

test('removes an upload that no device has continued for a week', async () => {
  const { id, token } = await makePerson(server, 'part.third')
  const begin = () => send({ fileId: v7(), offset: 0, bytes: photo.subarray(0, 10), token })
  await begin()
  const folder = join(server.app.config.dataDir, 'parts', id)
  const [name = ''] = readdirSync(folder)
  utimesSync(join(folder, name), new Date(Date.now() - 8 * DAY_MS), new Date(Date.now() - 8 * DAY_MS))
  await begin()
  await sweepFiles(server.app)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('one account has so many and so much under way: what it left for longest makes room, at any part', async () => {
  const person = await makePerson(server, 'part.fourth')
  const folder = join(server.app.config.dataDir, 'parts', person.id)
  const begin = (fileId: string) =>
    send({ fileId, offset: 0, bytes: photo.subarray(0, 10), total: 1000, token: person.token })
  const ids = Array.from({ length: 60 }, () => v7())
  await Promise.all(ids.map(begin))
  expect(readdirSync(folder)).toHaveLength(50)

  const [large = '', going = ''] = readdirSync(folder)
  truncateSync(join(folder, large), BYTES_UNDER_WAY_MAX - 100)
  const next = { fileId: going, total: 1000, token: person.token }
  expect((await send({ ...next, offset: 10, bytes: photo.subarray(10, 200) })).body['received']).toBe(200)
  expect(readdirSync(folder)).not.toContain(large)
  expect(readdirSync(folder)).toContain(going)
  const lost = await send({
    fileId: large,
    offset: 10,
    bytes: photo.subarray(10, 20),
    total: 1000,
    token: person.token,
  })
  expect(lost.body).toEqual({ received: 0, file: null })
})

async function partFile(bytes: Buffer): Promise<string> {
  const path = server.app.storage.workPath()
  await writeFile(path, bytes)
  return path
}
