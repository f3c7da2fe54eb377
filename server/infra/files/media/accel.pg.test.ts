import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { hasCaddy, startCaddy } from '../../../testing/caddy.ts'
import type { Caddy } from '../../../testing/caddy.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { Person } from '../testing/media-server.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import { signedUrl } from './media-link.ts'

let s3: S3StandIn
let server: TestServer
let caddy: Caddy
let fan: Person
let path: string
let stored: Buffer

beforeAll(async () => {
  if (!hasCaddy) return
  s3 = await startS3()
  server = await startTestServer({ config: { s3: s3.config, mediaDelivery: 'accel', trustProxy: 1 } })
  const host = new URL(s3.config.endpoint).host
  caddy = await startCaddy({ APP_ADDRESS: new URL(server.url).host, S3_HOST: host, S3_SCHEME: 'http' })
  fan = await makePerson(server, 'accel.fan')
  const fileId = v7()
  const sent = await upload(server, '/messages/private/file', {
    ...{ token: fan.token, bytes: await jpegWithPlace(800, 600), fileId },
  })
  expect(sent.status).toBe(200)
  stored = s3.objects.get(`files/${fileId}/original`)?.bytes ?? randomBytes(1)
  path = signedUrl(server.app.secret, { fileId, rendition: 'original', viewerId: fan.id }, server.app.clock())
})
afterAll(async () => {
  await caddy?.stop()
  await server?.stop()
  await s3?.stop()
})

const get = (headers: Record<string, string> = {}, token = fan.token) =>
  fetch(caddy.url + path, { headers: { authorization: `Bearer ${token}`, cookie: 'token=x', ...headers } })

test.runIf(hasCaddy)(
  'the proxy sends the bytes of the bucket, with what the app says of them and nothing of the bucket',
  async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(stored)).toBe(true)
    const direct = await fetch(server.url + path, { method: 'HEAD', headers: { authorization: `Bearer ${fan.token}` } })
    for (const name of [
      'etag',
      'content-security-policy',
      'x-content-type-options',
      'cache-control',
      'content-type',
      'content-disposition',
    ])
      expect([name, answer.headers.get(name)]).toEqual([name, direct.headers.get(name)])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as unknown,
      etag: expect.stringMatching(/^"[\da-f-]{36}\.original"$/) as unknown,
    })
    expect(answer.headers.get('x-accel-redirect')).toBeNull()
    expect([...answer.headers.values()].join()).not.toContain('X-Amz')
  },
)

test.runIf(hasCaddy)('the next part of a file whose right is withdrawn is refused', async () => {
  const creator = await makePerson(server, 'accel.creator', true)
  const { body } = await upload(server, '/messages/private/file', { token: fan.token, bytes: stored })
  const sent = await sendWithFiles(server, fan, { to: creator.id, fileIds: [body._id] })
  const link = { fileId: body._id, rendition: 'original', viewerId: creator.id } as const
  const url = caddy.url + signedUrl(server.app.secret, link, server.app.clock())
  const part = (range: string) => fetch(url, { headers: { authorization: `Bearer ${creator.token}`, range } })
  expect((await part('bytes=0-9')).status).toBe(206)
  await call(server, `DELETE /messages/${sent.messageId}`, { token: fan.token })
  const reads = s3.calls.length
  expect((await part('bytes=10-19')).status).toBe(404)
  expect(s3.calls.slice(reads).filter(({ target }) => target.startsWith('GET'))).toEqual([])
})

test.runIf(hasCaddy)('a part is a part, and a known file is known', async () => {
  const part = await get({ range: 'bytes=10-19' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${stored.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(stored.subarray(10, 20))).toBe(true)
  const etag = part.headers.get('etag') ?? ''
  expect((await get({ range: 'bytes=10-19', 'if-range': etag })).status).toBe(206)
  const other = await get({ range: 'bytes=10-19', 'if-range': '"another"' })
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, stored.length])
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
})

test.runIf(hasCaddy)('the bucket hears no session of the viewer, and strangers get nothing', async () => {
  const page = { referer: 'https://vesper.test/messages/1', origin: 'https://vesper.test' }
  const behind = { forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7', 'x-forwarded-for': '192.0.2.7' }
  await (await get({ ...page, ...behind })).arrayBuffer()
  const reads = s3.calls.filter(({ target }) => target.includes('X-Amz-Signature'))
  expect(reads.length).toBeGreaterThan(0)
  for (const { headers } of reads) {
    const told = JSON.stringify(headers)
    for (const word of [fan.token, 'vesper.test', '192.0.2.7']) expect(told).not.toContain(word)
    expect([headers.cookie, headers.authorization, headers['x-forwarded-for']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
  expect((await get({}, 'forged')).status).toBe(401)
})

test.runIf(hasCaddy)(
  'an answer of the bucket that is no file is kept by no cache, and its words stay behind',
  async () => {
    const told = async (answer: Response) => [answer.status, answer.headers.get('cache-control'), await answer.text()]
    s3.faults.push({}, { status: 403 })
    expect(await told(await get())).toEqual([502, 'no-store', ''])
    s3.faults.push({}, { status: 416 })
    expect(await told(await get({ range: 'bytes=999999-' }))).toEqual([416, 'no-store', ''])
    expect((await get({ 'if-match': '"x"', 'x-amz-meta-a': 'b' })).status).toBe(200)
  },
)
