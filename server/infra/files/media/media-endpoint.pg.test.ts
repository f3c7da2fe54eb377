import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, tokenOf } from '../../../domains/people/accounts/testing/api.ts'
import { RawConnection } from '../../../testing/raw-http.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { settleJob } from '../../../testing/settle-jobs.ts'
import { processFileJob } from '../processing/process-file-job.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { box, makeMp4 } from '../testing/mp4-fixture.ts'
import { signedUrl } from './media-link.ts'

const DAY_MS = 86_400_000
let elapsedMs = 0
let server: TestServer
let fan: Person
let stranger: Person
let performer: Person
let fileId: string
/** The fan's own link to the photo, not yet sent. */
let own: string
beforeAll(async () => {
  server = await startTestServer({ config: { jobs: 'on' }, clock: () => new Date(Date.now() + elapsedMs) })
  fan = await makePerson(server, 'media.fan')
  stranger = await makePerson(server, 'media.stranger')
  performer = await makePerson(server, 'media.performer', true)
})
afterAll(() => server.stop())
beforeEach(async () => {
  elapsedMs = 0
  const { body } = await upload(server, '/messages/private/file', { token: fan.token, bytes: await jpegWithPlace() })
  fileId = body._id
  own = body.file?.url ?? ''
})

type Asked = Pick<RequestInit, 'method' | 'redirect'> & {
  token?: string
  cookie?: string
  headers?: Record<string, string>
}

function media(url: string, { token, cookie, headers = {}, ...options }: Asked = {}): Promise<Response> {
  const caller = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
  }
  return fetch(server.url + url, { ...options, headers: { ...caller, ...headers } })
}

async function linkOf(person: Person, conversationId: string): Promise<string> {
  const path = `GET /messages/conversations/${conversationId}` as const
  const { body } = await call(server, path, { token: person.token })
  const [message] = body['data'] as { files: { url: string; thumbnailUrl: string }[] }[]
  return message?.files[0]?.url ?? ''
}

test('a link works with the session of its viewer, by header or cookie, and with no other', async () => {
  expect((await media(own, { token: fan.token })).status).toBe(200)
  expect((await media(own, { cookie: `a=b; token=${encodeURIComponent(fan.token)}` })).status).toBe(200)
  expect((await media(own)).status).toBe(401)
  expect((await media(own, { token: 'forged' })).status).toBe(401)
  expect((await media(own, { cookie: 'token=%E0%A4%A' })).status).toBe(401)
  expect((await media(own, { token: stranger.token })).status).toBe(404)
  expect((await media(own, { token: performer.token })).status).toBe(404)
})

test('a link signed for somebody without the right to the file opens nothing, with their own session', async () => {
  await sendWithFiles(server, fan, { to: performer.id, fileIds: [fileId] })
  const link = { fileId, rendition: 'original', viewerId: stranger.id } as const
  const theirs = signedUrl(server.app.secret, link, server.app.clock())
  expect((await media(theirs, { token: stranger.token })).status).toBe(404)
  expect(
    (await media(signedUrl(server.app.secret, { ...link, viewerId: fan.id }, server.app.clock()), { token: fan.token }))
      .status,
  ).toBe(200)
})

test('a photo that is withdrawn is not found when a browser asks again for what it has', async () => {
  const sent = await sendWithFiles(server, fan, { to: performer.id, fileIds: [fileId] })
  const theirs = await linkOf(performer, sent.conversationId)
  const first = await media(theirs, { token: performer.token })
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await media(theirs, { token: performer.token, headers })).status).toBe(304)
  await call(server, `DELETE /messages/${sent.messageId}`, { token: fan.token })
  expect((await media(theirs, { token: performer.token, headers })).status).toBe(404)
})

test('without a link, or with a forged one, nobody learns that a file exists', async () => {
  const { pathname, searchParams } = new URL(own, server.url)
  const bodies = new Set<string>()
  for (const url of [
    pathname,
    `${pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), v: stranger.id })}`,
    `${pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), s: 'AAAA' })}`,
    own.replace('/original', '/thumbnail'),
    own.replace('/original', '/source'),
    own.replace('/original', '/avatar'),
    own.replace('/original', '/cover'),
    own.replace(
      fileId,
      fileId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
    own.replace(fileId, fileId.toUpperCase()),
    `/media/${fileId}`,
    '/media/',
    '/media/..%2f..%2fsecret/original',
    `/media/${fileId}/..%2foriginal`,
    `/media/${fileId}/original%00`,
  ]) {
    for (const token of [fan.token, stranger.token]) {
      const answer = await media(url, { token })
      expect(answer.status, url).toBe(404)
      const { message } = (await answer.json()) as { message: string }
      bodies.add(message)
    }
  }
  expect(bodies.size).toBe(1)
})

test('path traversal past what fetch would normalise finds nothing', async () => {
  for (const path of [
    '/media/../../secret',
    `/media/${fileId}/../../../secret`,
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media//etc/passwd',
  ]) {
    const answer = await new RawConnection(server.url).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).answer()
    expect(answer.status, path).toBe(404)
    expect(answer.body).not.toContain('root:')
  }
})

test('an expired link delivers nothing, and leads its viewer to one that holds', async () => {
  elapsedMs = 3 * DAY_MS
  const token = await tokenOf(server, 'media.fan')
  const expired = await media(own, { token, redirect: 'manual' })
  expect([expired.status, expired.headers.get('cache-control'), await expired.text()]).toEqual([302, 'no-store', ''])
  const location = expired.headers.get('location') ?? ''
  expect(location).not.toBe(own)
  expect((await media(location, { token, redirect: 'manual' })).status).toBe(200)
})

test('an expired link leads nobody else anywhere, nor its viewer to what may not be seen any more', async () => {
  elapsedMs = 3 * DAY_MS
  const others = await tokenOf(server, 'media.stranger')
  expect((await media(own, { token: others, redirect: 'manual' })).status).toBe(404)
  expect((await media(own, { redirect: 'manual' })).status).toBe(401)
  const token = await tokenOf(server, 'media.fan')
  const forged = own.replace(/e=\d+/, 'e=1')
  expect((await media(forged, { token, redirect: 'manual' })).status).toBe(404)
})

test('a revoked session opens nothing any more', async () => {
  const token = await tokenOf(server, 'media.fan')
  expect((await media(own, { token })).status).toBe(200)
  await call(server, 'POST /auth/logout', { token })
  expect((await media(own, { token })).status).toBe(401)
})

test('a sent file is for the conversation, until the message is deleted', async () => {
  const sent = await sendWithFiles(server, fan, { to: performer.id, fileIds: [fileId] })
  const theirs = await linkOf(performer, sent.conversationId)
  expect(theirs).not.toBe(own)
  expect((await media(theirs, { token: performer.token })).status).toBe(200)
  expect((await media(theirs, { token: fan.token })).status).toBe(404)
  expect((await media(own, { token: fan.token })).status).toBe(200)
  await call(server, `DELETE /messages/${sent.messageId}`, { token: fan.token })
  expect((await media(theirs, { token: performer.token })).status).toBe(404)
  expect((await media(own, { token: fan.token })).status).toBe(404)
  expect(await server.app.storage.open(fileId, 'original')).toBeNull()
})

test('a private file says what it is, runs nothing, and stays with its viewer', async () => {
  const answer = await media(own, { token: fan.token })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="${fileId}.jpg"`,
    'accept-ranges': 'bytes',
    // A browser that has it asks whether it may still be seen.
    'cache-control': 'private, no-cache',
    vary: 'cookie, authorization',
    'content-security-policy': expect.stringContaining('sandbox') as unknown,
    'cross-origin-resource-policy': 'same-origin',
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(Number(answer.headers.get('content-length')))
  expect(bytes.includes('Secretphone')).toBe(false)
})

test('avatars are for everybody, and for ever the same', async () => {
  const { body } = await upload(server, '/users/avatar/upload', { token: fan.token, bytes: await jpegWithPlace() })
  const answer = await fetch(`${server.url}/media/${body._id}/avatar`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('image/webp')
  for (const rendition of ['original', 'thumbnail', 'cover', 'source']) {
    expect((await media(`/media/${body._id}/${rendition}`, { token: fan.token })).status).toBe(404)
  }
})

test('parts, their bounds, and the condition under which a part is sent', async () => {
  const whole = Buffer.from(await (await media(own, { token: fan.token })).arrayBuffer())
  const size = whole.length
  const etag = `"${fileId}.original"`
  const cases: [headers: Record<string, string>, status: number, contentRange: string | null, bytes: Buffer][] = [
    [{ range: 'bytes=0-9' }, 206, `bytes 0-9/${size}`, whole.subarray(0, 10)],
    [{ range: 'bytes=5-' }, 206, `bytes 5-${size - 1}/${size}`, whole.subarray(5)],
    [{ range: 'bytes=-7' }, 206, `bytes ${size - 7}-${size - 1}/${size}`, whole.subarray(-7)],
    [{ range: 'bytes=0-9', 'if-range': etag }, 206, `bytes 0-9/${size}`, whole.subarray(0, 10)],
    [{ range: 'bytes=0-9', 'if-range': `W/${etag}` }, 200, null, whole],
    [{ range: 'bytes=0-9', 'if-range': '"old"' }, 200, null, whole],
    [{ range: 'bytes=0-1,4-5' }, 200, null, whole],
    [{ range: `bytes=${size}-` }, 416, `bytes */${size}`, Buffer.alloc(0)],
  ]
  for (const [headers, status, contentRange, bytes] of cases) {
    const answer = await media(own, { token: fan.token, headers })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('304, HEAD, 206 and 416 leave a kept-alive connection in order', async () => {
  const connection = new RawConnection(server.url)
  const ask = (method: string, header: string): RawConnection =>
    connection.write(`${method} ${own} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${fan.token}\r\n${header}\r\n\r\n`)
  const head = await ask('HEAD', 'x-a: b').answer({ withoutBody: true })
  expect(head).toMatchObject({ status: 200, headers: { etag: `"${fileId}.original"`, 'content-type': 'image/jpeg' } })
  const size = Number(head.headers['content-length'])
  expect(size).toBeGreaterThan(500)
  const headPart = await ask('HEAD', 'range: bytes=0-9').answer({ withoutBody: true })
  expect(headPart).toMatchObject({ status: 206, headers: { 'content-length': '10' } })
  for (const tag of [head.headers['etag'], `W/${head.headers['etag']}`, `"x", ${head.headers['etag']}`, '*']) {
    expect((await ask('GET', `if-none-match: ${tag}`).answer({ withoutBody: true })).status).toBe(304)
  }
  expect((await ask('GET', 'range: bytes=9999999-').answer()).status).toBe(416)
  const part = await ask('GET', 'range: bytes=0-1').answer()
  expect([part.status, part.headers['content-length']]).toEqual([206, '2'])
  const after = await ask('GET', 'if-none-match: "other"').answer({ withoutBody: true })
  expect(after).toMatchObject({ status: 200, headers: { 'content-length': String(size) } })
})

test('a 304 needs the same right as the file', async () => {
  const headers = { 'if-none-match': `"${fileId}.original"` }
  expect((await media(own, { token: fan.token, headers })).status).toBe(304)
  expect((await media(own, { token: stranger.token, headers })).status).toBe(404)
  expect((await media(own, { headers })).status).toBe(401)
})

test('a large file arrives whole, and a client that hangs up in the middle frees it', async () => {
  const filler = Buffer.alloc(24 * 1024 * 1024, 'film')
  const bytes = makeMp4({ tail: [box('mdat', filler)] })
  const { body } = await upload(server, '/messages/private/file', { token: fan.token, bytes })
  await settleJob(server, processFileJob)
  const url = body.file?.url ?? ''
  const whole = Buffer.from(await (await media(url, { token: fan.token })).arrayBuffer())
  expect(whole.length).toBe(bytes.length)
  expect(whole.subarray(-filler.length).equals(filler)).toBe(true)
  const lines = server.logLines.length
  const hangUp = new AbortController()
  const answer = await fetch(server.url + url, {
    headers: { authorization: `Bearer ${fan.token}` },
    signal: hangUp.signal,
  })
  await answer.body?.getReader().read()
  hangUp.abort()
  await expect.poll(() => server.logLines.slice(lines).some((line) => line.includes('"status":499'))).toBe(true)
  expect((await media(url, { token: fan.token, headers: { range: 'bytes=0-3' } })).status).toBe(206)
})

test('no signature and no token reaches the log', async () => {
  await media(own, { token: fan.token })
  const signature = new URL(own, server.url).searchParams.get('s') ?? 'none'
  const log = server.logLines.join('\n')
  expect(log).toContain(`/media/${fileId}/original`)
  expect(log).not.toContain(signature)
  expect(log).not.toContain(fan.token)
})
