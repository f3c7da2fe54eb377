import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publishPost } from '../../../domains/content/posts/commands.ts'
import { changeSettings } from '../../../domains/site/settings/commands.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { makePerson, newFile } from '../../sync/testing/person.ts'
import type { Person } from '../../sync/testing/person.ts'
import { File } from '../entity.ts'
import { cdnLink } from './cdn-link.ts'
import { signedUrl } from './media-link.ts'

const CDN = { url: 'https://media.vesper.test', key: 'k'.repeat(32) }
const NORWAY = '2.148.0.1'
/** More than the buffers of a connection hold. */
const LARGE = 16_000_000

let server: TestServer
let creator: Person

beforeAll(async () => {
  server = await startTestServer({ config: { cdn: CDN, trustProxy: 1, rateLimits: 'on' } })
  creator = await makePerson(server, 'bounds.creator', true)
})
afterAll(() => server.stop())

async function addVideo(purpose: 'feed-video' | 'video', size = 2_000): Promise<string> {
  const variants = [{ name: '360p', width: 640, height: 360, size }]
  const file = { ...newFile(creator.id), type: 'video', mimeType: 'video/mp4', purpose, variants }
  await transact(server.app, null, async ({ em }) => void em.create(File, file as File))
  const path = server.app.storage.workPath()
  await writeFile(path, randomBytes(size))
  await server.app.storage.put(file.id, '360p', path)
  return file.id
}

async function post(fileId: string): Promise<void> {
  const given = { _id: v7(), text: 'a film', access: 'public', price: 0, scheduledAt: null, poll: null } as const
  await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...given, fileIds: [fileId], thumbnailId: null }))
}

/** A link of the network as it asks the app. */
const linkOf = (fileId: string) =>
  server.url + cdnLink(CDN, { fileId, rendition: '360p' }, server.app.clock()).slice(CDN.url.length)

const change = (changes: Parameters<typeof changeSettings>[1]) =>
  transact(server.app, null, (tx) => changeSettings(tx, changes))

test('a link is pulled 600 times a minute, however many addresses ask and whatever they add to it', async () => {
  const [first, other] = [await addVideo('feed-video'), await addVideo('feed-video')]
  await post(first)
  await post(other)
  const pull = async (fileId: string, n = 0) => {
    const headers = { 'x-forwarded-for': `198.51.${n % 100}.7` }
    return (await fetch(`${linkOf(fileId)}&x=${n}`, { method: 'HEAD', headers })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 600; n += 20)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, one) => pull(first, n + one)))))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect([await pull(first), await pull(other)]).toEqual([429, 200])
}, 60_000)

test('32 answers of a link are under way at most', async () => {
  const fileId = await addVideo('feed-video', LARGE)
  await post(fileId)
  const begun = await Promise.all(Array.from({ length: 32 }, () => fetch(linkOf(fileId))))
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await fetch(linkOf(fileId))).status).toBe(429)
  for (const { body } of begun) await body?.cancel()
  await vi.waitFor(async () => expect((await fetch(linkOf(fileId), { method: 'HEAD' })).status).toBe(200), 10_000)
}, 30_000)

test('a link works at a network that stands in a blocked country, and not while the site is closed', async () => {
  const fileId = await addVideo('feed-video')
  await post(fileId)
  const status = async (address: string) =>
    (await fetch(address, { headers: { 'x-forwarded-for': NORWAY }, redirect: 'manual' })).status
  await change({ blockedCountries: [server.app.countryOf(NORWAY) ?? ''] })
  // No viewer of that country gets a link.
  const ordinary = `${server.url}/media/${fileId}/360p`
  expect([await status(linkOf(fileId)), await status(ordinary)]).toEqual([200, 503])
  await change({ blockedCountries: [], maintenance: true })
  expect(await status(linkOf(fileId))).toBe(503)
  await change({ maintenance: false })
})

test('a video that nothing shows stays in the storage of the site', async () => {
  for (const purpose of ['feed-video', 'video'] as const) {
    const fileId = await addVideo(purpose)
    const own = signedUrl(server.app.secret, { fileId, rendition: '360p', viewerId: creator.id }, server.app.clock())
    const asOwner = { headers: { authorization: `Bearer ${creator.token}` }, redirect: 'manual' } as const
    expect((await fetch(server.url + own, asOwner)).status).toBe(200)
    expect((await fetch(linkOf(fileId))).status).toBe(404)
  }
})
