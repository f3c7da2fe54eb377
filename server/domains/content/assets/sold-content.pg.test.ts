import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { makeAsset, makeUpload } from './testing/asset.ts'

const REFUSED = 'Somebody bought this. Its file stays as it was bought. Add the new one as another.'
const editedAt = '2000-01-01T00:00:00.000Z'
const video = { purpose: 'video', type: 'video', mimeType: 'video/mp4', status: 'ready' } as const

type Owned = { userId: string; performerId: string; objectType: 'video'; objectId: string }

function own({ app }: TestServer, owned: Owned) {
  return transact(app, null, (tx) => grantEntitlement(tx, { ...owned, source: 'purchase' }))
}

test('a video that somebody bought stays as it is, by REST and by a device; what shows it may change', async ({
  server,
  creator,
  fan,
}) => {
  const paid = { kind: 'video', access: 'paid', price: 20 } as const
  const { id, files } = await makeAsset(server, creator.id, { ...paid, files: { mainId: video } })
  const put = (body: object) =>
    call(server, `PUT /performer/performer-assets/videos/edit/${id}`, { token: creator.token, body })
  const other = await makeUpload(server, creator.id, video)
  expect((await put({ mainId: other })).status).toBe(200)
  await own(server, { userId: fan.id, performerId: creator.id, objectType: 'video', objectId: id })
  const third = await makeUpload(server, creator.id, video)
  const swapped = await put({ mainId: third })
  expect([swapped.status, swapped.body['message']]).toEqual([409, REFUSED])
  expect((await put({ status: 'archived', mainId: null })).status).toBe(409)
  const changes = { mainId: third }
  const saved = mutation('asset.save', { _id: id, kind: 'video', base: {}, changes, editedAt })
  const { outcomes } = await new TestDevice(server, creator).sync([saved])
  expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'conflict', message: REFUSED }])
  const teaserId = await makeUpload(server, creator.id, { ...video, purpose: 'video-teaser' })
  expect((await put({ teaserId, mainId: other, title: 'Tide again' })).body).toMatchObject({ mainId: other, teaserId })
  // One that nobody can watch may be mended.
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(File, { id: other })).status = 'failed'
  })
  expect((await put({ mainId: third })).status).toBe(200)
  expect(files.mainId).toBeDefined()
})
