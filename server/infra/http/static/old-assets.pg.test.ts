import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RawConnection } from '../../../testing/raw-http.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { openS3Client } from '../../files/storage/s3-client.ts'
import { keepRelease, removeOldAssets } from './keep-assets.ts'
import { readStaticFiles } from './static-files.ts'

const DAY_MS = 86_400_000
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
  before = await startTestServer({ client: build('old', releases.old), config: { s3: s3.config } })
  await vi.waitFor(() => expect(namesIn()).toEqual(['app-1a2B_-3c.js', 'app-1a2B_-3d.css', shared]))
  const config = { s3: s3.config, databaseUrl: before.app.config.databaseUrl }
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

test('a server that starts again puts nothing twice', async () => {
  const files = await readStaticFiles(join(folder, 'old'))
  expect(await keepRelease(openS3Client(s3.config), files)).toBe(0)
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
  await keepRelease(bucket, next ?? new Map())
  expect(await removeOldAssets(bucket, now)).toBe(2)
  expect(namesIn()).toEqual(['app-9z8Y_-7x.js', shared])
  expect(await keepRelease(bucket, old ?? new Map())).toBe(2)
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
