import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { signedUrl } from '../media/media-link.ts'
import { jpegWithPlace, makePerson } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'

const PART = '/messages/private/file/part'

let s3: S3StandIn
let one: TestServer
let two: TestServer
let fan: Person

beforeAll(async () => {
  s3 = await startS3()
  const shared = { jwtSecrets: ['k'.repeat(32)] as const, s3: s3.config, deleteAfterDays: 0 }
  one = await startTestServer({ config: shared })
  two = await startTestServer({ config: { ...shared, databaseUrl: one.app.config.databaseUrl } })
  fan = await makePerson(one, 'bucket.fan')
})
afterAll(async () => {
  await two.stop()
  await one.stop()
  await s3.stop()
})

function send(server: TestServer, part: { fileId: string; offset: number; total: number; bytes: Buffer }) {
  const { bytes, ...fields } = part
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  body.append('file', new File([new Uint8Array(bytes)], 'part'))
  return call(server, `POST ${PART}`, { token: fan.token, body })
}

test('an upload in 40 parts goes to two servers in turn, is kept once, and is delivered by both', async () => {
  const photo = await jpegWithPlace(900, 700)
  const fileId = v7()
  const size = Math.ceil(photo.length / 40)
  for (let n = 0; n < 40; n += 1) {
    const bytes = photo.subarray(n * size, (n + 1) * size)
    if (bytes.length === 0) break
    const { body } = await send(n % 2 === 0 ? one : two, { fileId, offset: n * size, total: photo.length, bytes })
    expect(body['received']).toBe(n * size + bytes.length)
  }
  const shown = await call(two, `GET ${PART}/${fileId}` as 'GET /', { token: fan.token })
  expect(shown.body).toMatchObject({ received: expect.any(Number) as number, file: { _id: fileId, status: 'ready' } })
  expect([...s3.objects.keys()].filter((key) => key.startsWith('parts/'))).toEqual([])
  expect([...s3.objects.keys()]).toContain(`files/${fileId}/original`)
  const link = { fileId, rendition: 'original' as const, viewerId: fan.id }
  const url = signedUrl(one.app.secret, link, one.app.clock())
  const answers = await Promise.all(
    [one, two].map((server) =>
      fetch(server.url + url, { headers: { authorization: `Bearer ${fan.token}`, range: 'bytes=10-19' } }),
    ),
  )
  const bytes = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  expect(answers.map(({ status }) => status)).toEqual([206, 206])
  expect(bytes[0]).toEqual(s3.objects.get(`files/${fileId}/original`)?.bytes.subarray(10, 20))
  expect(bytes[1]).toEqual(bytes[0])
})

test('a storage that does not answer lets an upload wait; chat goes on', async () => {
  const bytes = randomBytes(500)
  const part = { fileId: v7(), offset: 0, total: 2_000, bytes }
  for (let n = 0; n < 9; n += 1) s3.faults.push({ status: 503 })
  const message = 'The storage of files cannot be reached right now. Try again in a minute.'
  expect(await send(one, part)).toMatchObject({ status: 503, body: { message } })
  expect((await call(one, 'GET /users/me', { token: fan.token })).status).toBe(200)
  s3.faults.length = 0
  expect((await send(one, part)).body['received']).toBe(500)
})

test('no answer, no log line and no object names a key of the storage', () => {
  const told = [...one.logLines, ...two.logLines].join()
  for (const secret of [s3.config.secretAccessKey, s3.config.accessKeyId]) expect(told).not.toContain(secret)
})
