import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Asset } from './entity.ts'
import { makeAsset, makeUpload } from './testing/asset.ts'

const editedAt = '2000-01-01T00:00:00.000Z'

function save(_id: string, changes: object, kind: 'gallery' | 'video' | 'product' | 'photo' = 'gallery') {
  return mutation('asset.save', { _id, kind, base: {}, changes, editedAt })
}

function held(device: TestDevice): OwnAsset[] {
  return device.all<OwnAsset>('own-assets')
}

async function outcomes(device: TestDevice, queued: Parameters<TestDevice['sync']>[0]) {
  const answer = await device.sync(queued)
  return answer.outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.kind : outcome.status))
}

test('edits of two devices merge by field, the last to arrive stands, and both devices hold the same', async ({
  server,
  creator,
}) => {
  const [one, two] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  const _id = v7()
  const begin = save(_id, { title: 'Harbour', access: 'followers' })
  expect(await outcomes(one, [begin])).toEqual(['applied'])
  await two.syncAll()
  expect(held(two)).toMatchObject([{ _id, title: 'Harbour', access: 'followers', status: 'draft', addedPhotos: [] }])
  await one.sync([save(_id, { title: 'Harbour at night', tags: ['sea'] })])
  await two.sync([save(_id, { title: 'The harbour', description: 'Six in the morning.' })])
  await one.syncAll()
  expect(held(one)).toEqual(held(two))
  expect(held(one)).toMatchObject([{ title: 'The harbour', description: 'Six in the morning.', tags: ['sea'] }])
  expect(held(one)[0]?.slug).toBe(`the-harbour-${_id.slice(-6)}`)
  // The same push again, and the same edit under another id, change nothing.
  expect(await outcomes(one, [begin, save(_id, { title: 'The harbour' })])).toEqual(['applied', 'applied'])
  expect(await server.app.orm.em.fork().count(Asset, { id: _id })).toBe(1)
})

test('a removal wins over an edit that arrives later, and over the photo that comes with it', async ({
  server,
  creator,
}) => {
  const [one, two] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  const _id = v7()
  await one.sync([save(_id, { title: 'Harbour' })])
  await two.syncAll()
  const fileId = await makeUpload(server, creator.id, { purpose: 'gallery-photo' })
  await one.sync([mutation('asset.remove', { _id }), mutation('asset.remove', { _id })])
  const late = [save(_id, { title: 'Back' }), mutation('photo.add', { _id: v7(), galleryId: _id, fileId })]
  expect(await outcomes(two, late)).toEqual(['conflict', 'not-found'])
  for (const device of [one, two]) {
    await device.syncAll()
    expect(held(device)).toEqual([])
  }
})

test('a photo that is added twice is one, and its gallery counts it on every device', async ({ server, creator }) => {
  const [one, two] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  const galleryId = v7()
  const fileId = await makeUpload(server, creator.id, { purpose: 'gallery-photo' })
  const photo = mutation('photo.add', { _id: v7(), galleryId, fileId, title: 'Crane' })
  await two.syncAll()
  expect(await outcomes(one, [save(galleryId, { title: 'Harbour' }), photo])).toEqual(['applied', 'applied'])
  expect(await outcomes(two, [{ ...photo, id: v7() }])).toEqual(['applied'])
  await one.syncAll()
  expect(held(one)).toMatchObject([{ _id: galleryId, photoCount: 1 }])
  expect(held(one)).toEqual(held(two))
  const other = await makePerson(server, `other_${creator.user.username}`, true)
  const theirs = await makeUpload(server, other.id, { purpose: 'gallery-photo' })
  const thief = new TestDevice(server, other)
  const stolen = mutation('photo.add', { _id: v7(), galleryId, fileId: theirs })
  expect(await outcomes(thief, [stolen, save(galleryId, { title: 'Mine' })])).toEqual(['not-found', 'conflict'])
  await thief.syncAll()
  expect(held(thief)).toEqual([])
})

test('a video that is published before it is ready waits, and every device hears when its file is', async ({
  server,
  creator,
}) => {
  const [one, two] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  const _id = v7()
  const processing = { purpose: 'video', type: 'video', mimeType: 'video/mp4', status: 'processing' } as const
  const mainId = await makeUpload(server, creator.id, processing)
  await one.sync([save(_id, { title: 'Tide', mainId }, 'video')])
  await two.syncAll()
  expect(held(two)).toMatchObject([{ mainId, files: [{ _id: mainId, status: 'processing' }] }])
  const publish = save(_id, { status: 'active' }, 'video')
  expect((await one.sync([publish])).outcomes).toEqual([])
  await transact(server.app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(File, { id: mainId }), { status: 'ready' })
  })
  await two.syncAll()
  expect(held(two)).toMatchObject([{ status: 'draft', files: [{ status: 'ready' }] }])
  expect(await outcomes(one, [publish])).toEqual(['applied'])
  await two.syncAll()
  expect(held(two)).toMatchObject([{ status: 'active' }])
})

test('a fan saves nothing, and no device holds photos, removed assets or those of others', async ({
  server,
  creator,
  fan,
}) => {
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  await makeAsset(server, creator.id, { kind: 'photo', galleryId: gallery, position: 0, files: { fileId: {} } })
  await makeAsset(server, creator.id, { kind: 'video', status: 'removed' })
  const hidden = (await makeAsset(server, creator.id, { kind: 'video', status: 'hidden' })).id
  const [own, theirs] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  expect(await outcomes(theirs, [save(v7(), { title: 'x' }), save(gallery, { title: 'x' })])).toEqual([
    ...['forbidden', 'forbidden'],
  ])
  await own.syncAll()
  await theirs.syncAll()
  expect(new Set(held(own).map(({ _id }) => _id))).toEqual(new Set([gallery, hidden]))
  expect(held(theirs)).toEqual([])
  // Moderation hides it: its author cannot show it again.
  expect(await outcomes(own, [save(hidden, { status: 'active' }, 'video')])).toEqual(['forbidden'])
})

test('an edit that does not fit its kind is refused with a reason', async ({ server, creator }) => {
  const device = new TestDevice(server, creator)
  const _id = v7()
  await device.sync([save(_id, { title: 'Harbour' })])
  const wrong = [
    save(_id, { mainId: null }),
    save(_id, { title: 'Harbour' }, 'video'),
    save(v7(), { title: 'A photo' }, 'photo'),
    save(v7(), { description: 'No title.' }),
  ]
  expect(await outcomes(device, wrong)).toEqual(['invalid', 'conflict', 'not-found', 'invalid'])
})

test('likes and views change no row: a device learns counts with the next change', async ({ server, creator, fan }) => {
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  const device = new TestDevice(server, creator)
  await device.syncAll()
  const before = { ...device.cursor }
  const body = { objectId: gallery, objectType: 'gallery', action: 'like' }
  expect((await call(server, 'POST /reactions', { token: fan.token, body })).status).toBe(200)
  await device.syncAll()
  expect([device.cursor, held(device)[0]?.likes]).toEqual([before, 0])
  await device.sync([save(gallery, { tags: ['sea'] })])
  expect(held(device)[0]?.likes).toBe(1)
})
