import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishPost, removePost } from '../../../domains/content/posts/commands.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { makePerson, newFile } from '../../sync/testing/person.ts'
import type { Person } from '../../sync/testing/person.ts'
import { File } from '../entity.ts'
import type { Rendition } from '../storage/storage.ts'
import { jpegWithPlace, sendWithFiles, upload } from '../testing/media-server.ts'
import { signedUrl } from './media-link.ts'

type Env = Record<string, unknown>
type Edge = { fetch: (request: Request, env: Env) => Promise<Response> }

const CDN = 'https://media.vesper.test'
const KEY = 'the key that the app and its copies share'.replaceAll(' ', '-')
const MINUTE_MS = 60_000
/** In the middle of a window of five minutes. */
const BEGUN_MS = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS + 2 * MINUTE_MS

let s3: S3StandIn
let server: TestServer
let edge: Edge
let creator: Person
let fan: Person
let elapsedMs = 0
const now = () => BEGUN_MS + elapsedMs

beforeAll(async () => {
  s3 = await startS3({ clock: () => new Date(now()) })
  server = await startTestServer({
    config: { s3: s3.config, cdn: { url: CDN, key: KEY }, deleteAfterDays: 8 },
    clock: () => new Date(now()),
  })
  const path = new URL('../../../../deploy/cdn/edge.js', import.meta.url).href
  edge = ((await import(path)) as { default: Edge }).default
  creator = await makePerson(server, 'cdn.creator', true)
  fan = await makePerson(server, 'cdn.fan')
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})
beforeEach(() => {
  elapsedMs = 0
})

const fromApp = (): Env => ({ MEDIA_CDN_KEY: KEY, MEDIA_ORIGIN: server.url, now })
const fromBucket = (): Env => {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = s3.config
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region }
  return { MEDIA_CDN_KEY: KEY, MEDIA_ORIGIN: `${endpoint}/${bucket}`, ...keys, now }
}

function ask(path: string, by?: Person): Promise<Response> {
  const headers = by ? { authorization: `Bearer ${by.token}` } : {}
  return fetch(server.url + path, { headers, redirect: 'manual' })
}

async function linkOf(path: string, by?: Person): Promise<string> {
  const answer = await ask(path, by)
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

const atEdge = (link: string, env: Env, headers: Record<string, string> = {}) =>
  edge.fetch(new Request(link, { headers }), env)

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const objectOf = (fileId: string, rendition: string) => s3.objects.get(`files/${fileId}/${rendition}`)?.bytes

/** A video of the creator with stored copies. */
async function addVideo(given: Partial<File> = {}): Promise<string> {
  const copies = ['360p', '720p'] as const
  const variants = copies.map((name) => ({ name, width: 640, height: 360, size: 2_000 }))
  const file = {
    ...newFile(creator.id),
    type: 'video',
    mimeType: 'video/mp4',
    purpose: 'feed-video',
    variants,
    ...given,
  }
  await transact(server.app, null, async ({ em }) => void em.create(File, file as File))
  for (const rendition of [...copies, 'original', 'thumbnail'] as const) {
    const path = server.app.storage.workPath()
    await writeFile(path, randomBytes(2_000))
    await server.app.storage.put(file.id, rendition, path)
  }
  return file.id
}

async function post(fileId: string): Promise<string> {
  const _id = v7()
  const given = { _id, text: 'a film', access: 'public', price: 0, scheduledAt: null, poll: null } as const
  await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...given, fileIds: [fileId], thumbnailId: null }))
  return _id
}

const pathOf = (fileId: string, rendition: Rendition, { id: viewerId }: Person) =>
  signedUrl(server.app.secret, { fileId, rendition, viewerId }, server.app.clock())

test('a public picture is sent on to the network, which gives its bytes and nothing that could run', async () => {
  const sent = await upload(server, '/performers/avatar/upload', { token: creator.token, bytes: await jpegWithPlace() })
  const path = `/media/${sent.body._id}/avatar`
  const first = await ask(path)
  expect([first.status, first.headers.get('cache-control')]).toEqual([302, 'private, max-age=180'])
  const link = first.headers.get('location') ?? ''
  expect(link.startsWith(`${CDN}${path}?e=`)).toBe(true)
  for (const env of [fromApp(), fromBucket()]) {
    const answer = await atEdge(link, env)
    expect(answer.status).toBe(200)
    expect((await bytesOf(answer)).equals(objectOf(sent.body._id, 'avatar') ?? Buffer.alloc(1))).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as unknown,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'private, max-age=480',
      etag: `"${sent.body._id}.avatar"`,
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await atEdge(link, env, { 'if-none-match': etag })).status).toBe(304)
  }
})

test('a link is the same within a window, and another one after it', async () => {
  const fileId = await addVideo()
  await post(fileId)
  const link = () => linkOf(pathOf(fileId, '360p', fan), fan)
  const first = await link()
  elapsedMs = 2.9 * MINUTE_MS
  expect(await link()).toBe(first)
  elapsedMs = 3 * MINUTE_MS
  expect(await link()).not.toBe(first)
})

test('the copies of a video come in parts', async () => {
  const fileId = await addVideo()
  await post(fileId)
  const link = await linkOf(pathOf(fileId, '720p', fan), fan)
  for (const env of [fromApp(), fromBucket()]) {
    const part = await atEdge(link, env, { range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/2000'])
    expect(await bytesOf(part)).toEqual(objectOf(fileId, '720p')?.subarray(10, 20))
    const whole = await atEdge(link, env, { range: 'bytes=10-19', 'if-range': '"another"' })
    expect([whole.status, (await bytesOf(whole)).length]).toEqual([200, 2_000])
  }
})

test('a withdrawn video gets no new link at once, and its last one dies within ten minutes', async () => {
  const fileId = await addVideo()
  const postId = await post(fileId)
  const path = pathOf(fileId, '360p', fan)
  const link = await linkOf(path, fan)
  await transact(server.app, creator.actor, (tx) => removePost(tx, { _id: postId }))
  expect((await ask(path, fan)).status).toBe(404)
  // The bytes stay in the bucket for eight days: nothing but the expiry refuses them.
  elapsedMs = 7.9 * MINUTE_MS
  expect((await atEdge(link, fromBucket())).status).toBe(200)
  elapsedMs = 8 * MINUTE_MS
  for (const env of [fromApp(), fromBucket()]) expect((await atEdge(link, env)).status).toBe(403)
  expect((await fetch(server.url + link.slice(CDN.length))).status).toBe(404)
})

test('no link lives for longer than ten minutes, whenever it is made', async () => {
  const fileId = await addVideo()
  await post(fileId)
  for (const begun of [0, 1, 2.99, 3, 4]) {
    elapsedMs = begun * MINUTE_MS
    const link = await linkOf(pathOf(fileId, '360p', fan), fan)
    elapsedMs += 10 * MINUTE_MS
    expect((await atEdge(link, fromBucket())).status).toBe(403)
  }
})

test('an altered path, expiry or signature is refused by the edge and by the app', async () => {
  const [fileId, other] = [await addVideo(), await addVideo()]
  await post(fileId)
  const link = await linkOf(pathOf(fileId, '360p', fan), fan)
  expect((await atEdge(link, fromApp())).status).toBe(200)
  const s = new URL(link).searchParams.get('s') ?? ''
  for (const altered of [
    link.replace('360p', '720p'),
    link.replace('360p', 'original'),
    link.replace(fileId, other),
    link.replace('/media/', '/documents/'),
    link.replace('/media/', '//media/'),
    link.replace(/e=\d+/, 'e=99999999999'),
    link.replace(/e=\d+/, 'e='),
    link.replace(
      s,
      s.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ),
    link.replace(/&s=.*/, ''),
    `${link}A`,
  ]) {
    const seen = s3.calls.length
    for (const env of [fromApp(), fromBucket()])
      expect([altered, (await atEdge(altered, env)).status]).toEqual([altered, 403])
    expect(s3.calls.length).toBe(seen)
    // Without a signature it is an ordinary address, which leads to a link.
    const isOrdinary = !altered.includes('s=')
    expect([altered, (await ask(altered.slice(CDN.length))).status]).toEqual([altered, isOrdinary ? 302 : 404])
  }
  expect((await edge.fetch(new Request(link, { method: 'POST' }), fromApp())).status).toBe(405)
  expect((await atEdge(link, { ...fromApp(), MEDIA_CDN_KEY: 'x'.repeat(32) })).status).toBe(403)
})

test('originals, files of chats and strangers never come to the network', async () => {
  const fileId = await addVideo()
  await post(fileId)
  expect((await ask(pathOf(fileId, 'original', fan), fan)).status).toBe(200)
  expect((await ask(pathOf(fileId, 'thumbnail', fan), fan)).status).toBe(200)
  expect((await ask(pathOf(fileId, '360p', fan))).status).toBe(401)
  const message = await addVideo({ purpose: 'message' })
  await sendWithFiles(server, creator, { to: fan.id, fileIds: [message] })
  expect((await ask(pathOf(message, '360p', fan), fan)).status).toBe(200)
  // A video of a post goes back to the site's own storage once it is in a chat too.
  const link = await linkOf(pathOf(fileId, '360p', fan), fan)
  await sendWithFiles(server, creator, { to: fan.id, fileIds: [fileId] })
  expect((await ask(pathOf(fileId, '360p', fan), fan)).status).toBe(200)
  expect((await atEdge(link, fromApp())).status).toBe(404)
})

test('a page may show what the network gives, and no log has a link', async () => {
  const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
  for (const directive of ['img-src', 'media-src', 'connect-src']) {
    expect(policy.split('; ').find((one) => one.startsWith(directive))).toContain(CDN)
  }
  expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain(CDN)
  expect(server.logLines.join()).not.toContain(KEY)
  expect(server.logLines.join()).not.toMatch(/[?&]s=[\w-]{43}/)
})
