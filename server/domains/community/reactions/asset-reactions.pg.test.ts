import { v7 } from 'uuid'
import { expect } from 'vitest'
import { flushViews } from '../../../content/count-view.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Asset } from '../../content/assets/entity.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'

const kinds = ['gallery', 'photo', 'video', 'product'] as const
const plural = { gallery: 'galleries', photo: 'photos', video: 'videos', product: 'products' } as const

test('each kind is liked and bookmarked where it is open, bookmarked where it is locked, and else not there', async ({
  server,
  creator,
  fan,
}) => {
  for (const kind of kinds) {
    const make = async (given: Partial<Asset>) => (await makeAsset(server, creator.id, { kind, price: 5, ...given })).id
    const [open, locked] = [await make({}), await make({ access: 'paid' })]
    const [draft, removed] = [await make({ status: 'draft' }), await make({ status: 'removed' })]
    const statusOf = async (objectId: string, action: string, objectType: string = kind) =>
      (await call(server, 'POST /reactions', { token: fan.token, body: { objectId, objectType, action } })).status
    const seen = [
      ...[await statusOf(open, 'like'), await statusOf(open, 'bookmark'), await statusOf(locked, 'bookmark')],
      ...[await statusOf(locked, 'like'), await statusOf(draft, 'bookmark'), await statusOf(removed, 'like')],
      ...[await statusOf(v7(), 'like'), await statusOf(open, 'like', kind === 'video' ? 'gallery' : 'video')],
    ]
    expect([kind, ...seen]).toEqual([kind, 200, 200, 200, 403, 404, 404, 404, 404])
    expect(await bookmarks(server, fan.token, plural[kind])).toEqual([2, [locked, open]])
    const nobody = await call(server, `GET /reactions/${plural[kind]}/bookmark` as 'GET /')
    expect(nobody.status).toBe(401)
    // Removed things are left out, owned ones stay.
    await setStatus(server, locked, 'archived')
    expect(await bookmarks(server, fan.token, plural[kind])).toEqual([1, [open]])
    const owned = { userId: fan.id, performerId: creator.id, objectType: kind, objectId: locked } as const
    await transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, source: 'purchase' }))
    expect(await bookmarks(server, fan.token, plural[kind])).toEqual([2, [locked, open]])
    await setStatus(server, locked, 'removed')
    expect(await bookmarks(server, fan.token, plural[kind])).toEqual([1, [open]])
    expect(await bookmarks(server, creator.token, plural[kind])).toEqual([0, []])
  }
})

test('the bookmark of a photo goes as its gallery goes', async ({ server, creator, fan }) => {
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  const placed = { kind: 'photo', galleryId: gallery, position: 0, files: { fileId: {} } } as const
  const photo = (await makeAsset(server, creator.id, placed)).id
  const body = { objectId: photo, objectType: 'photo', action: 'bookmark' }
  expect((await call(server, 'POST /reactions', { token: fan.token, body })).status).toBe(200)
  expect(await bookmarks(server, fan.token, 'photos')).toEqual([1, [photo]])
  for (const status of ['archived', 'draft', 'removed'] as const) {
    await setStatus(server, gallery, status)
    expect([status, await bookmarks(server, fan.token, 'photos')]).toEqual([status, [0, []]])
  }
})

test('creators are bookmarked, not liked, and are left out while others cannot reach them', async ({
  server,
  creator,
  fan,
}) => {
  const react = async (objectId: string, action: string) =>
    (await call(server, 'POST /reactions', { token: fan.token, body: { objectId, objectType: 'performer', action } }))
      .status
  expect([await react(creator.id, 'bookmark'), await react(creator.id, 'like')]).toEqual([200, 403])
  expect([await react(fan.id, 'bookmark'), await react(v7(), 'bookmark')]).toEqual([404, 404])
  const { body } = await call(server, 'GET /reactions/performers/bookmark', { token: fan.token })
  expect(body).toMatchObject({ total: 1, data: [{ _id: creator.id, username: creator.user.username }] })
  await transact(server.app, null, ({ em }) =>
    em.execute(`update "user" set status = 'suspended' where id = ?`, [creator.id]),
  )
  expect(await bookmarks(server, fan.token, 'performers')).toEqual([0, []])
})

test('cards count likes of others and views, and each viewer of an hour once', async ({ server, creator, fan }) => {
  const video = (await makeAsset(server, creator.id, { kind: 'video' })).id
  const other = await makePerson(server, `other_${fan.user.username}`)
  const body = { objectId: video, objectType: 'video', action: 'like' }
  for (const { token } of [fan, other]) await call(server, 'POST /reactions', { token, body })
  for (const token of [fan.token, fan.token, other.token, creator.token, undefined, undefined]) {
    await call(server, `GET /performer-assets/videos/${video}`, { token })
  }
  await flushViews(server.app)
  const countsOf = async (token?: string) => {
    const answer = await call(server, `GET /performer-assets/videos/search?performerId=${creator.id}`, { token })
    const [card] = answer.body['data'] as { likes: number; views: number }[]
    return [card?.likes, card?.views]
  }
  expect([await countsOf(fan.token), await countsOf(creator.token), await countsOf()]).toEqual([
    ...[
      [1, 3],
      [2, 3],
      [2, 3],
    ],
  ])
})

test('a bookmark that two devices set at once is one, on both', async ({ server, creator, fan }) => {
  const gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  const devices = [new TestDevice(server, fan), new TestDevice(server, fan)]
  const of = { objectId: gallery, objectType: 'gallery', action: 'bookmark', on: true } as const
  await Promise.all(devices.map((device) => device.sync([mutation('reaction.set', of)])))
  for (const device of devices) {
    await device.syncAll()
    expect(device.all('reactions')).toMatchObject([{ objectId: gallery, objectType: 'gallery' }])
  }
})

async function bookmarks(server: TestServer, token: string, type: string): Promise<[number, string[]]> {
  const { body } = await call(server, `GET /reactions/${type}/bookmark` as 'GET /', { token })
  return [body['total'] as number, (body['data'] as { _id: string }[]).map(({ _id }) => _id)]
}

async function setStatus(server: TestServer, id: string, status: Asset['status']): Promise<void> {
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(Asset, { id })).status = status
  })
}
