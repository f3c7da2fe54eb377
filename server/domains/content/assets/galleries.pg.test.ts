import type { AssetView, OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { jpegWithPlace } from '../../../infra/files/testing/media-server.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { Asset } from './entity.ts'
import { addPhoto, movePhoto } from './photos.ts'
import { removeAsset } from './remove-asset.ts'
import { makeAsset, makeUpload } from './testing/asset.ts'

const OWN = '/performer/performer-assets'

test('a gallery is made, filled, put in order, covered and shown', async ({ server, creator, fan }) => {
  const { token } = creator
  const body = { title: 'Harbour lights', tags: ['#Sea', 'night'], access: 'followers', status: 'active' }
  const created = await call(server, `POST ${OWN}/galleries`, { token, body })
  expect([created.status, created.body]).toMatchObject([
    201,
    { kind: 'gallery', tags: ['sea', 'night'], photoCount: 0 },
  ])
  const galleryId = String(created.body['_id'])
  expect(created.body['slug']).toBe(`harbour-lights-${galleryId.slice(-6)}`)
  const photos: string[] = []
  for (const title of ['one', 'two', 'three']) photos.push(await uploadPhoto(server, creator, { galleryId, title }))
  expect(await order(server, creator, galleryId)).toEqual(photos)

  const moved = await call(server, `PUT ${OWN}/photos/${photos[2]}`, { token, body: { position: 0, title: 'first' } })
  expect(moved.body).toMatchObject({ title: 'first', position: 0, galleryId })
  expect(await order(server, creator, galleryId)).toEqual([photos[2], photos[0], photos[1]])

  const covered = await call(server, `POST ${OWN}/photos/set-cover/${photos[1]}`, { token })
  expect(covered.body).toMatchObject({ _id: galleryId, coverPhotoId: photos[1], photoCount: 3 })
  const cover = (covered.body as unknown as OwnAsset).cover?.url ?? ''
  // Everybody sees the cover, and no photo.
  expect((await fetch(server.url + cover)).status).toBe(200)
  const locked = await call(server, `GET /performer-assets/galleries/${created.body['slug'] as string}`, {
    token: fan.token,
  })
  expect(locked.body).toMatchObject({ isLocked: true, photoCount: 3, cover: { url: cover }, title: 'Harbour lights' })
  const fileIds = await server.app.orm.em.fork().find(File, { ownerId: creator.id, purpose: 'gallery-photo' })
  expect(fileIds).toHaveLength(3)
  for (const { id } of fileIds) expect(locked.text).not.toContain(id)
  for (const id of photos) expect(locked.text).not.toContain(id)

  expect((await call(server, `DELETE ${OWN}/photos/${photos[1]}`, { token })).status).toBe(200)
  const after = await call(server, `GET ${OWN}/galleries/${galleryId}/view`, { token })
  expect(after.body).toMatchObject({ coverPhotoId: null, photoCount: 2 })
  expect((await fetch(server.url + cover)).status).toBe(404)
  expect(await order(server, creator, galleryId)).toEqual([photos[2], photos[0]])
  const [last] = (await ownPhotos(server, creator, galleryId)).slice(-1)
  expect(last?.position).toBe(1)
})

test('an upload sent again is the same photo, and one that is no picture makes none', async ({ server, creator }) => {
  const galleryId = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  const _id = v7()
  for (let n = 0; n < 2; n += 1) expect(await uploadPhoto(server, creator, { galleryId, _id })).toBe(_id)
  expect(await order(server, creator, galleryId)).toEqual([_id])
  const form = photoForm(Buffer.from('no picture'), { galleryId })
  const refused = await call(server, `POST ${OWN}/photos/upload`, { token: creator.token, body: form })
  expect([refused.status, (await order(server, creator, galleryId)).length]).toEqual([415, 1])
  const nothing = await call(server, `POST ${OWN}/photos/upload`, { token: creator.token, body: { galleryId } })
  expect([nothing.status, nothing.body['message']]).toEqual([400, 'A file is missing.'])
})

test('each call of the author is refused to nobody, a fan and another creator', async ({ server, creator, fan }) => {
  const other = await makePerson(server, `thief_${creator.user.username}`, true)
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  const placed = { kind: 'photo', galleryId: gallery, position: 0, files: { fileId: {} } } as const
  const photo = (await makeAsset(server, creator.id, placed)).id
  const file = await makeUpload(server, creator.id, { purpose: 'gallery-photo' })
  const title = { title: 'Mine now' }
  const calls: [Parameters<typeof call>[1], unknown][] = [
    [`PUT ${OWN}/galleries/${gallery}`, title],
    [`GET ${OWN}/galleries/${gallery}/view`, undefined],
    [`DELETE ${OWN}/galleries/${gallery}`, undefined],
    [`PUT ${OWN}/photos/${photo}`, title],
    [`PUT ${OWN}/photos/${photo}`, { position: 1 }],
    [`DELETE ${OWN}/photos/${photo}`, undefined],
    [`POST ${OWN}/photos/set-cover/${photo}`, undefined],
    [`POST ${OWN}/photos/upload`, { galleryId: gallery, fileId: file }],
  ]
  for (const [target, body] of calls) {
    const seen = []
    for (const token of [undefined, fan.token, other.token]) {
      seen.push((await call(server, target, { token, body })).status)
    }
    expect([target, ...seen]).toEqual([target, 401, 403, 404])
  }
  for (const [target, body] of [
    [`POST ${OWN}/galleries`, title],
    [`GET ${OWN}/galleries/search`, undefined],
    [`GET ${OWN}/photos/search`, undefined],
  ] as const) {
    expect((await call(server, target, { body })).status).toBe(401)
    expect((await call(server, target, { token: fan.token, body })).status).toBe(403)
  }
  const theirs = await call(server, `GET ${OWN}/photos/search?galleryId=${gallery}`, { token: other.token })
  expect(theirs.body).toEqual({ data: [], total: 0 })
  // Another creator's id is taken, and a file of another is none.
  const taken = await call(server, `POST ${OWN}/galleries`, { token: other.token, body: { _id: gallery, ...title } })
  const stolen = await call(server, `POST ${OWN}/photos/upload`, { token: other.token, body: { fileId: file } })
  expect([taken.status, stolen.status]).toEqual([409, 400])
  expect(await order(server, creator, gallery)).toEqual([photo])
})

test('photos that are added at once have places of their own, and a gallery never has more than 500', async ({
  server,
  creator,
}) => {
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  await transact(server.app, null, async ({ em, now }) => {
    for (let position = 0; position < 497; position += 1) {
      const id = v7()
      const dates = { createdAt: now, updatedAt: now, publishedAt: now }
      const photo = { id, kind: 'photo', performerId: creator.id, title: '', slug: id, status: 'active' } as const
      em.create(Asset, { ...photo, galleryId: gallery, position, ...dates })
    }
  })
  const files: string[] = []
  for (let n = 0; n < 8; n += 1) files.push(await makeUpload(server, creator.id, { purpose: 'gallery-photo' }))
  const added = await Promise.allSettled(
    files.map((fileId) =>
      transact(server.app, creator.actor, (tx) => addPhoto(tx, { _id: v7(), galleryId: gallery, fileId })),
    ),
  )
  const refused = added.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(refused).toHaveLength(5)
  expect(new Set(refused)).toEqual(new Set(['Refusal: A gallery has at most 500 photos.']))
  const rows = await server.app.orm.em.fork().find(Asset, { galleryId: gallery, status: 'active' })
  expect(rows.map(({ position }) => position).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 500 }, (_, n) => n),
  )
}, 60_000)

test('moves and removals at once leave each photo in one place, without gaps', async ({ server, creator }) => {
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  const photos: string[] = []
  for (let position = 0; position < 8; position += 1) {
    const placed = { kind: 'photo', galleryId: gallery, position, files: { fileId: {} } } as const
    photos.push((await makeAsset(server, creator.id, placed)).id)
  }
  const at = (n: number) => photos[n] ?? ''
  await Promise.all([
    ...[0, 1, 2, 3].map((n) =>
      transact(server.app, creator.actor, (tx) => movePhoto(tx, { _id: at(n), position: 7 - n })),
    ),
    ...[6, 7].map((n) => transact(server.app, creator.actor, (tx) => removeAsset(tx, { _id: at(n) }))),
  ])
  const left = await ownPhotos(server, creator, gallery)
  expect(left.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5])
  expect(new Set(left.map(({ _id }) => _id))).toEqual(new Set(photos.slice(0, 6)))
})

test('a gallery goes with its photos, whose files wait in the library; one that somebody owns is archived', async ({
  server,
  creator,
  fan,
}) => {
  const make = async () => {
    const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
    const placed = { kind: 'photo', galleryId: gallery, position: 0, files: { fileId: {} } } as const
    const { id, files } = await makeAsset(server, creator.id, placed)
    return { gallery, photo: id, fileId: files.fileId ?? '' }
  }
  const [gone, owned] = [await make(), await make()]
  const grant = { userId: fan.id, performerId: creator.id, source: 'purchase' } as const
  await transact(server.app, null, (tx) =>
    grantEntitlement(tx, { ...grant, objectType: 'gallery', objectId: owned.gallery }),
  )
  for (const { gallery } of [gone, owned, gone]) {
    const again = await call(server, `DELETE ${OWN}/galleries/${gallery}`, { token: creator.token })
    expect(again.status).toBe(200)
  }
  const em = server.app.orm.em.fork()
  const statusOf = async (id: string) => (await em.findOneOrFail(Asset, { id })).status
  expect([await statusOf(gone.gallery), await statusOf(gone.photo)]).toEqual(['removed', 'removed'])
  expect([await statusOf(owned.gallery), await statusOf(owned.photo)]).toEqual(['archived', 'active'])
  const files = await em.find(File, { id: { $in: [gone.fileId, owned.fileId] } })
  expect(new Map(files.map(({ id, isKept }) => [id, isKept]))).toEqual(
    new Map([
      [gone.fileId, true],
      [owned.fileId, false],
    ]),
  )
  const view = await call(server, `GET /performer-assets/photos?galleryId=${owned.gallery}`, { token: fan.token })
  expect((view.body['data'] as AssetView[]).map(({ _id }) => _id)).toEqual([owned.photo])
  // A photo of what somebody owns stays open to them, too.
  await call(server, `DELETE ${OWN}/photos/${owned.photo}`, { token: creator.token })
  const kept = await call(server, `GET /performer-assets/photos?galleryId=${owned.gallery}`, { token: fan.token })
  expect((kept.body['data'] as AssetView[])[0]).toMatchObject({ _id: owned.photo, isLocked: false, status: 'archived' })
})

test('fields that do not fit make no gallery', async ({ server, creator: { token } }) => {
  const price = 'Only paid content has a price, of 1 to 10,000 tokens.'
  const wrong: [object, string?][] = [
    [{}, 'Give it a title.'],
    [{ title: '\u200b' }, 'Give it a title.'],
    [{ title: 'x', access: 'paid', price: 0 }, price],
    [{ title: 'x', access: 'public', price: 5 }, price],
    [{ title: 'x', status: 'active', access: 'paid' }, price],
    [{ title: 'x', tags: ['a b'] }, 'A tag has only letters, digits and underscores.'],
    [{ title: 'x'.repeat(121) }, 'A title has at most 120 characters.'],
    [{ title: 'x', status: 'removed' }],
  ]
  for (const [body, message] of wrong) {
    const answer = await call(server, `POST ${OWN}/galleries`, { token, body })
    expect([body, answer.status]).toEqual([body, 400])
    if (message !== undefined) expect(answer.body['message']).toBe(message)
  }
  expect((await call(server, `GET ${OWN}/galleries/search`, { token })).body['total']).toBe(0)
})

function photoForm(bytes: Buffer, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('photo', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  return form
}

async function uploadPhoto(server: TestServer, { token }: Person, fields: Record<string, string>): Promise<string> {
  const body = photoForm(await jpegWithPlace(60, 40), fields)
  const answer = await call(server, `POST ${OWN}/photos/upload`, { token, body })
  expect([answer.status, answer.body]).toMatchObject([201, { kind: 'photo', status: 'active' }])
  return String(answer.body['_id'])
}

async function ownPhotos(server: TestServer, { token }: Person, galleryId: string): Promise<OwnAsset[]> {
  const { body } = await call(server, `GET ${OWN}/photos/search?galleryId=${galleryId}&pageSize=100`, { token })
  return body['data'] as OwnAsset[]
}

async function order(server: TestServer, person: Person, galleryId: string): Promise<string[]> {
  return (await ownPhotos(server, person, galleryId)).map(({ _id }) => _id)
}
