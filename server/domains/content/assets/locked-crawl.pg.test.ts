import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Asset } from './entity.ts'
import { makeAsset } from './testing/asset.ts'

const SECRET = 'the key is under the third pot'
const TEXT = `${'A walk by the sea. '.repeat(12)}${SECRET}`
const video = { type: 'video', mimeType: 'video/mp4', durationMs: 9_000, hasPoster: true } as const

/** Every call that reads, with each value for its parameters. */
function addressesOf(server: TestServer, names: readonly string[]): string[] {
  return server.app.domains.routes
    .filter(({ method, path }) => method === 'GET' && /performer-assets|bookmark|feeds|performers|files/.test(path))
    .flatMap(({ path }) => (/\{\w+\}/.test(path) ? names.map((name) => path.replaceAll(/\{\w+\}/g, name)) : [path]))
}

/** All that a caller is told by these calls, and by the sync of a device. */
async function crawl(server: TestServer, addresses: readonly string[], person?: Person): Promise<string> {
  const told: string[] = []
  for (const address of addresses) {
    const answer = await call(server, `GET ${address}` as 'GET /', { token: person?.token })
    // A caller's own address may be in an answer, never anything else that the caller asked for.
    if (answer.status === 200) told.push(answer.text)
  }
  if (person) {
    const device = new TestDevice(server, person)
    await device.syncAll()
    told.push(JSON.stringify([...device.rows.values()].map((rows) => [...rows.values()])))
  }
  return told.join('\n')
}

test('no call, list, bookmark or sync tells strangers an id, an address or a word of what is locked', async ({
  server,
  creator,
  fan,
}) => {
  const paid = { access: 'paid', price: 5, description: TEXT, title: 'Locked' } as const
  const make = (given: Parameters<typeof makeAsset>[2]) => makeAsset(server, creator.id, given)
  const gallery = await make({ kind: 'gallery', ...paid })
  const inside = { kind: 'photo', galleryId: gallery.id, position: 0, files: { fileId: {} } } as const
  const photo = await make({ ...inside, title: SECRET })
  const alone = await make({ kind: 'photo', ...paid, files: { fileId: {} } })
  const clip = await make({ kind: 'video', ...paid, files: { mainId: video, thumbnailId: {}, teaserId: video } })
  const digital = { kind: 'product', type: 'digital', price: 5, title: 'A book', files: { fileIds: {} } } as const
  const book = await make(digital)
  const draft = await make({ kind: 'video', status: 'draft', title: SECRET, files: { mainId: video } })

  const canaries = [
    ...[SECRET, photo.id, photo.files.fileId, alone.files.fileId, clip.files.mainId, book.files.fileIds],
    ...[draft.id, draft.files.mainId],
  ].map(String)
  const shown = [gallery, photo, alone, clip, book, draft]
  const slugs = (await server.app.orm.em.fork().find(Asset, { performerId: creator.id })).map(({ slug }) => slug)
  const types = ['feeds', 'galleries', 'photos', 'videos', 'products', 'performers']
  const names = [...shown.map(({ id }) => id), ...slugs, ...types, creator.id, String(creator.user.username)]
  const files = shown.flatMap((asset) => Object.values(asset.files))
  const addresses = [
    ...addressesOf(server, [...names, ...files]),
    ...shown.map(({ id }) => `/performer-assets/photos?galleryId=${id}`),
    `/performer-assets/photos/${creator.id}?galleryId=${gallery.id}`,
    `/performer-assets/galleries/search?q=${encodeURIComponent('third pot')}`,
  ]

  const follower = await makePerson(server, `follower_${fan.user.username}`)
  await transact(server.app, follower.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  for (const person of [fan, follower]) {
    for (const [objectType, { id: objectId }] of Object.entries({
      gallery,
      photo: alone,
      video: clip,
      product: book,
    })) {
      const body = { objectType, objectId, action: 'bookmark' }
      expect((await call(server, 'POST /reactions', { token: person.token, body })).status).toBe(200)
    }
  }
  for (const person of [undefined, fan, follower]) {
    const told = await crawl(server, addresses, person)
    // The crawl does see the assets themselves.
    for (const { id } of [gallery, alone, clip, book]) expect(told).toContain(id)
    expect(canaries.filter((canary) => told.includes(canary))).toEqual([])
  }
  const own = await crawl(server, addresses, creator)
  expect(canaries.filter((canary) => !own.includes(canary))).toEqual([])
}, 120_000)
