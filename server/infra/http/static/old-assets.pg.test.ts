import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RawConnection } from '../../../testing/raw-http.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { createKeyRing } from '../../crypto/key-ring.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { openS3Client } from '../../files/storage/s3-client.ts'
import { keepRelease, removeOldAssets } from './keep-assets.ts'
import { openOldAssets } from './old-assets.ts'
import { signReleaseList } from './release-list.ts'
import { readStaticFiles } from './static-files.ts'

const DAY_MS = 86_400_000
const jwtSecrets = ['the key that all servers of one site have'] as const
const chunk = `export const words = ${JSON.stringify('of the old release '.repeat(100))}`

let folder: string
let s3: S3StandIn
let before: TestServer
let after: TestServer

/** A built client with these assets. */
function build(name: string, assets: Record<string, string>): string {
  const client = join(folder, name)
  mkdirSync(join(client, 'assets'), { recursive: true })
  writeFileSync(join(client, 'index.html'), `<!doctype html><title>${name}</title>`)
  for (const [asset, content] of Object.entries(assets)) writeFileSync(join(client, 'assets', asset), content)
  return client
}

const shared = 'page-shared12.js'
const releases = {
  old: { 'app-1a2B_-3c.js': chunk, 'app-1a2B_-3d.css': 'a{}', 'picture.svg': '<svg/>', [shared]: 'same' },
  next: { 'app-9z8Y_-7x.js': 'next', [shared]: 'same' },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-releases-'))
  s3 = await startS3()
  before = await startTestServer({ client: build('old', releases.old), config: { s3: s3.config, jwtSecrets } })
  await vi.waitFor(() => expect(namesIn()).toEqual(['app-1a2B_-3c.js', 'app-1a2B_-3d.css', shared]))
  const config = { s3: s3.config, jwtSecrets, databaseUrl: before.app.config.databaseUrl }
  after = await startTestServer({ client: build('next', releases.next), config })
  await vi.waitFor(() => expect(namesIn()).toContain('app-9z8Y_-7x.js'))
})
afterAll(async () => {
  await after.stop()
  await before.stop()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})
const namesIn = () =>
  [...s3.objects.keys()]
    .flatMap((key) => (key.startsWith('app/assets/') ? [key.slice('app/assets/'.length)] : []))
    .toSorted()

test('a page of the release before gets its chunk from a server of the next, and the other way round', async () => {
  const answer = await fetch(`${after.url}/assets/app-1a2B_-3c.js`)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'x-content-type-options': 'nosniff',
  })
  expect(await answer.text()).toBe(chunk)
  const styles = await fetch(`${after.url}/assets/app-1a2B_-3d.css`)
  expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  // It came after the first server had looked.
  await vi.waitFor(
    async () => expect(await (await fetch(`${before.url}/assets/app-9z8Y_-7x.js`)).text()).toBe('next'),
    {
      timeout: 10_000,
      interval: 500,
    },
  )
  const etag = answer.headers.get('etag') ?? ''
  const again = await fetch(`${after.url}/assets/app-1a2B_-3c.js`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect((await fetch(`${after.url}/assets/app-1a2B_-3c.js`, { method: 'HEAD' })).status).toBe(200)
})

test('nothing else of the bucket has such an address, and names that no release had cost the bucket little', async () => {
  const seen = s3.calls.length
  s3.objects.set('app/secret-12345678.js', { bytes: Buffer.from('secret'), changedAt: new Date() })
  s3.objects.set('files/app-12345678.js', { bytes: Buffer.from('secret'), changedAt: new Date() })
  for (const path of [
    '/assets/../secret-12345678.js',
    '/assets/..%2fsecret-12345678.js',
    '/assets/%2e%2e/secret-12345678.js',
    '/assets/a/../../secret-12345678.js',
    '/assets/../../files/app-12345678.js',
    '/assets//secret-12345678.js',
    '/assets/picture.svg',
    '/assets/app-1a2B_-3c.js.map',
    ...Array.from({ length: 30 }, (_, n) => `/assets/guess-${10_000_000 + n}.js`),
  ]) {
    const answer = await new RawConnection(after.url).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).answer()
    expect([path, answer.status]).toEqual([path, 404])
  }
  expect(s3.calls.length - seen).toBeLessThanOrEqual(3)
})

const ringOf = (...texts: string[]): KeyRing => {
  const [first = '', ...others] = texts.map((text) => text.padEnd(32, '.'))
  return createKeyRing('session', [Buffer.from(first), ...others.map((text) => Buffer.from(text))])
}

/** A bucket of its own with a release of these files, and a reader of it with its own keys. */
async function releaseOf(contents: Record<string, string>, keys: { signs?: KeyRing; reads?: KeyRing } = {}) {
  const { signs = ringOf('one'), reads = signs } = keys
  const own = await startS3()
  const bucket = openS3Client(own.config, { pauseMs: 1, restMs: 1 })
  const files = await readStaticFiles(build(`own-${performance.now()}`, contents))
  const logged: unknown[] = []
  const log = { error: (...said: unknown[]) => logged.push(said), warn: (...said: unknown[]) => logged.push(said) }
  const appWith = (secret: KeyRing) => ({
    secret,
    clock: () => new Date(),
    log: log as unknown as TestServer['app']['log'],
  })
  await keepRelease(appWith(signs), bucket, files)
  const open = (heldMax?: number) => openOldAssets(appWith(reads), bucket, heldMax === undefined ? {} : { heldMax })
  const gets = () => own.calls.filter(({ target }) => target.includes('GET') && target.includes('/app/assets/')).length
  return { own, bucket, logged, open, gets }
}

test('another script that somebody puts into the bucket is not sent, and the log tells of it', async () => {
  const { own, logged, open } = await releaseOf({ 'app-1a2B_-3c.js': 'ours', 'page-1a2B_-3c.js': 'a page' })
  own.objects.set('app/assets/app-1a2B_-3c.js', { bytes: Buffer.from('evil'), changedAt: new Date() })
  own.objects.set('app/assets/evil-12345678.js', { bytes: Buffer.from('evil'), changedAt: new Date() })
  const assets = open()
  expect(await assets.read('/assets/app-1a2B_-3c.js')).toBe(null)
  expect(await assets.read('/assets/evil-12345678.js')).toBe(null)
  expect((await assets.read('/assets/page-1a2B_-3c.js'))?.bodies.identity.toString()).toBe('a page')
  expect(JSON.stringify(logged)).toContain('/assets/app-1a2B_-3c.js')
  await own.stop()
})

test('a list that no key of the site has signed, or that is older than 30 days, names nothing', async () => {
  const evil = Buffer.from('evil')
  const listed = { '/assets/evil-12345678.js': createHash('sha256').update(evil).digest('base64url') }
  const monthAgo = new Date(Date.now() - 31 * DAY_MS)
  const ring = ringOf('one')
  const list = signReleaseList(ring, listed, new Date())
  for (const [bytes, isSent] of [
    [list, true],
    [signReleaseList(ringOf('two'), listed, new Date()), false],
    [signReleaseList(ring, listed, monthAgo), false],
    [Buffer.from(list.toString().replace('evil-1', 'evil-2')), false],
    [Buffer.from(JSON.stringify(Object.keys(listed))), false],
    [Buffer.from('{'), false],
  ] as const) {
    const { own, open } = await releaseOf({ 'app-1a2B_-3c.js': 'ours' }, { signs: ring })
    for (const name of ['evil-12345678.js', 'evil-22345678.js'])
      own.objects.set(`app/assets/${name}`, { bytes: evil, changedAt: new Date() })
    own.objects.set('app/releases/more', { bytes, changedAt: new Date() })
    const assets = open()
    expect((await assets.read('/assets/evil-12345678.js')) !== null).toBe(isSent)
    expect(await assets.read('/assets/evil-22345678.js')).toBe(null)
    expect((await assets.read('/assets/app-1a2B_-3c.js'))?.bodies.identity.toString()).toBe('ours')
    await own.stop()
  }
})

test('a release that was signed with a key that no longer signs is still sent', async () => {
  const { own, open } = await releaseOf(
    { 'app-1a2B_-3c.js': 'ours' },
    { signs: ringOf('one'), reads: ringOf('two', 'one') },
  )
  expect(await open().read('/assets/app-1a2B_-3c.js')).not.toBe(null)
  await own.stop()
})

test('files are held by their bytes, those that were last used, and two at a time are loaded', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `page-1000000${n}.js`)
  const { own, open, gets } = await releaseOf(Object.fromEntries(names.map((name) => [name, name.padEnd(100)])))
  const assets = open(300)
  const read = (n: number) => assets.read(`/assets/page-1000000${n}.js`)
  for (const n of [0, 1, 2, 0, 3, 0]) await read(n)
  // Four files, three of them held: the first was used last.
  expect(gets()).toBe(4)
  await read(1)
  expect(gets()).toBe(5)
  const begun = gets()
  own.faults.push(...Array.from({ length: 3 }, () => ({ when: /app\/assets/, delayMs: 300 })))
  const all = Promise.all([4, 5, 6, 7, 4].map((n) => read(n)))
  await vi.waitFor(() => expect(gets() - begun).toBe(2))
  await delay(100)
  expect(gets() - begun).toBe(2)
  await all
  expect(gets() - begun).toBe(4)
  await own.stop()
})

test('a bucket whose list fails is not asked again by each request', async () => {
  const { own, open } = await releaseOf({ 'app-1a2B_-3c.js': 'ours' })
  const assets = open()
  own.faults.push(...Array.from({ length: 100 }, () => ({ status: 500 })))
  const seen = own.calls.length
  for (let n = 0; n < 5; n += 1) await expect(assets.read('/assets/app-1a2B_-3c.js')).rejects.toThrow('Try again')
  expect(own.calls.length - seen).toBe(3)
  await own.stop()
})

test('a sweep takes no file that is younger than two days, and none of a release that comes back just then', async () => {
  const { own, bucket } = await releaseOf({ 'app-1a2B_-3c.js': 'ours' })
  const now = new Date()
  const key = 'app/assets/next-12345678.js'
  const put = (days: number) =>
    own.objects.set(key, { bytes: Buffer.from('next'), changedAt: new Date(now.getTime() - days * DAY_MS) })
  put(1.9)
  expect(await removeOldAssets(bucket, now)).toBe(0)
  put(2.1)
  // The release starts between the list of files and the removal.
  const meets: typeof bucket = {
    ...bucket,
    async *list(prefix) {
      for await (const found of bucket.list(prefix)) {
        if (found.key === key) put(0)
        yield found
      }
    },
  }
  expect(await removeOldAssets(meets, now)).toBe(0)
  put(2.1)
  expect(await removeOldAssets(bucket, now)).toBe(1)
  await own.stop()
})

test('a release that comes back after a month writes its files anew, as a sweep may be about to take them', async () => {
  const { own, bucket } = await releaseOf({ 'back-1a2B_-3c.js': 'ours' })
  for (const object of own.objects.values()) object.changedAt = new Date(Date.now() - 31 * DAY_MS)
  const files = new Map([...(await readStaticFiles(build('back', { 'back-1a2B_-3c.js': 'ours' })))])
  expect(await keepRelease(before.app, bucket, files)).toBe(1)
  expect(await keepRelease(before.app, bucket, files)).toBe(0)
  await own.stop()
})

test('a server that starts again puts nothing twice', async () => {
  const files = await readStaticFiles(join(folder, 'old'))
  expect(await keepRelease(before.app, openS3Client(s3.config), files)).toBe(0)
})

test('files go 30 days after their release ran last, and those of a release that runs stay', async () => {
  const bucket = openS3Client(s3.config)
  const [old, next] = await Promise.all(['old', 'next'].map((name) => readStaticFiles(join(folder, name))))
  const now = new Date()
  const ranBefore = (days: number) => {
    for (const object of s3.objects.values()) object.changedAt = new Date(now.getTime() - days * DAY_MS)
  }
  ranBefore(29)
  expect(await removeOldAssets(bucket, now)).toBe(0)
  ranBefore(31)
  await keepRelease(before.app, bucket, next ?? new Map())
  expect(await removeOldAssets(bucket, now)).toBe(2)
  expect(namesIn()).toEqual(['app-9z8Y_-7x.js', shared])
  expect(await keepRelease(before.app, bucket, old ?? new Map())).toBe(2)
})

test('a bucket that does not answer holds up no start, and its own pages go on', async () => {
  const away = await startTestServer({
    client: join(folder, 'next'),
    config: { s3: { ...s3.config, endpoint: 'http://127.0.0.1:9' }, databaseUrl: before.app.config.databaseUrl },
  })
  expect((await fetch(`${away.url}/assets/app-9z8Y_-7x.js`)).status).toBe(200)
  expect((await fetch(`${away.url}/assets/app-1a2B_-3c.js`)).status).toBe(503)
  await vi.waitFor(() => expect(away.logLines.join()).toContain('could not be put into the bucket'), 10_000)
  await away.stop()
})
