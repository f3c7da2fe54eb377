import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { jpegWithPlace } from '../../../infra/files/testing/media-server.ts'
import { makeMp4 } from '../../../infra/files/testing/mp4-fixture.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { makeAsset, makeUpload } from './testing/asset.ts'

const VIDEOS = '/performer/performer-assets/videos'
const ready = { purpose: 'video', type: 'video', mimeType: 'video/mp4', status: 'ready', durationMs: 9_000 } as const

test('a video is uploaded with its thumbnail, waits for its processing, and is then shown', async ({
  server,
  creator,
  fan,
}) => {
  const { token } = creator
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Tide', price: '0', tags: 'sea,tide', participantIds: '' })) {
    form.append(name, value)
  }
  form.append('video', new Blob([new Uint8Array(makeMp4())]), 'tide.mp4')
  form.append('thumbnail', new Blob([new Uint8Array(await jpegWithPlace(64, 36))]), 'tide.jpg')
  const made = await call(server, `POST ${VIDEOS}/upload`, { token, body: form })
  const video = made.body as unknown as OwnAsset
  expect([made.status, video]).toMatchObject([201, { title: 'Tide', tags: ['sea', 'tide'], status: 'draft' }])
  expect(video.files.map(({ _id, type }) => [_id, type])).toEqual([
    [video.mainId, 'video'],
    [video.thumbnailId, 'photo'],
  ])
  await setFile(server, video.mainId, { status: 'processing' })
  const publish = () =>
    call(server, `PUT ${VIDEOS}/edit/${video._id}`, { token, body: { status: 'active', access: 'followers' } })
  const early = await publish()
  expect([early.status, early.body['message']]).toEqual([503, 'This video is not ready yet. Try again in a moment.'])
  await setFile(server, video.mainId, { status: 'failed' })
  expect((await publish()).status).toBe(409)
  await setFile(server, video.mainId, { status: 'ready', durationMs: 9_000 })
  const published = await publish()
  expect([published.status, published.body]).toMatchObject([200, { status: 'active', durationMs: 9_000 }])
  expect(published.body['publishedAt']).not.toBeNull()

  const seen = await call(server, `GET /performer-assets/videos/${video.slug}`, { token: fan.token })
  expect(seen.body).toMatchObject({
    isLocked: true,
    file: null,
    durationMs: 9_000,
    thumbnail: { _id: video.thumbnailId },
  })
  expect(seen.text).not.toContain(video.mainId)
  const { thumbnailUrl } = (seen.body['thumbnail'] ?? {}) as { thumbnailUrl: string }
  expect((await fetch(server.url + thumbnailUrl)).status).toBe(200)

  for (const [type, status] of [
    ['video', 409],
    ['thumbnail', 200],
    ['teaser', 200],
    ['picture', 400],
  ] as const) {
    const answer = await call(server, `DELETE ${VIDEOS}/remove-file/${video._id}?type=${type}`, { token })
    expect([type, answer.status]).toEqual([type, status])
  }
  const after = await call(server, `GET ${VIDEOS}/${video._id}/view`, { token })
  expect(after.body).toMatchObject({ mainId: video.mainId, thumbnailId: null, status: 'active' })
  expect(await inUse(server, video.thumbnailId)).toBe(0)
})

test('a file makes room for another and waits in the library; a taken, foreign or wrong one is refused and changes nothing', async ({
  server,
  creator,
}) => {
  const other = await makePerson(server, `other_${creator.user.username}`, true)
  const { id, files } = await makeAsset(server, creator.id, {
    kind: 'video',
    files: { mainId: ready, teaserId: ready },
  })
  const edit = (body: object) => call(server, `PUT ${VIDEOS}/edit/${id}`, { token: creator.token, body })
  const wrong = [
    { mainId: await makeUpload(server, other.id, ready) },
    { teaserId: await makeUpload(server, creator.id, ready) },
    { mainId: await makeUpload(server, creator.id, { ...ready, purpose: 'product-file' }) },
    { mainId: await makeUpload(server, creator.id, { ...ready, status: 'failed' }) },
    { thumbnailId: await makeUpload(server, creator.id, { purpose: 'comment-photo' }) },
    { mainId: v7() },
    { pictureId: null },
    { mainId: files.teaserId },
  ]
  for (const body of wrong) {
    const { status } = await edit({ title: 'Changed', ...body })
    expect([body, 'pictureId' in body ? 200 : status]).toEqual([body, 'pictureId' in body ? 200 : 400])
  }
  expect(await inUse(server, files.mainId)).toBe(1)
  const next = await makeUpload(server, creator.id, ready)
  for (let n = 0; n < 2; n += 1) {
    expect((await edit({ mainId: next })).body).toMatchObject({ mainId: next, teaserId: files.teaserId })
  }
  expect([await inUse(server, files.mainId), await inUse(server, next)]).toEqual([0, 1])
})

test('a video names creators who are open to others, ten at most', async ({ server, creator, fan }) => {
  const guest = await makePerson(server, `guest_${creator.user.username}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'video', files: { mainId: ready } })
  const edit = (participantIds: string[]) =>
    call(server, `PUT ${VIDEOS}/edit/${id}`, { token: creator.token, body: { participantIds } })
  for (const ids of [[fan.id], [guest.id, v7()], Array.from({ length: 11 }, () => v7())]) {
    expect((await edit(ids)).status).toBe(400)
  }
  expect((await edit([guest.id, guest.id])).body).toMatchObject({ participantIds: [guest.id] })
  const shown = async () => (await call(server, `GET /performer-assets/videos/${id}`)).body['participants']
  expect(await shown()).toMatchObject([{ _id: guest.id, username: guest.user.username }])
  await transact(server.app, null, async ({ em }) => {
    await em.execute(`update "user" set status = 'suspended' where id = ?`, [guest.id])
  })
  expect(await shown()).toEqual([])
})

test('each call of the author is refused to nobody, a fan and another creator', async ({ server, creator, fan }) => {
  const other = await makePerson(server, `thief_${creator.user.username}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'video', files: { mainId: ready } })
  const calls: [Parameters<typeof call>[1], unknown][] = [
    [`PUT ${VIDEOS}/edit/${id}`, { title: 'Mine now' }],
    [`GET ${VIDEOS}/${id}/view`, undefined],
    [`DELETE ${VIDEOS}/remove-file/${id}?type=video`, undefined],
    [`DELETE ${VIDEOS}/${id}`, undefined],
  ]
  for (const [target, body] of calls) {
    const seen = []
    for (const token of [undefined, fan.token, other.token]) {
      seen.push((await call(server, target, { token, body })).status)
    }
    expect([target, ...seen]).toEqual([target, 401, 403, 404])
  }
  for (const target of [`POST ${VIDEOS}/upload`, `GET ${VIDEOS}/search`] as const) {
    const body = target.startsWith('POST') ? { title: 'x' } : undefined
    expect([(await call(server, target, { body })).status]).toEqual([401])
    expect([(await call(server, target, { token: fan.token, body })).status]).toEqual([403])
  }
  const mine = await call(server, `GET ${VIDEOS}/search?status=active&q=the%20video`, { token: creator.token })
  expect(mine.body).toMatchObject({ total: 1, data: [{ _id: id }] })
})

async function setFile(server: TestServer, id: string | null, change: Partial<File>): Promise<void> {
  await transact(server.app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(File, { id: id ?? '' }), change)
  })
}

/** 0 once it waits in the library of its author. */
function inUse(server: TestServer, id: string | null | undefined): Promise<number> {
  return server.app.orm.em.fork().count(File, { id: id ?? '', isKept: false })
}
