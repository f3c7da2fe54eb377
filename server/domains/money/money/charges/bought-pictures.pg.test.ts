import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { File } from '../../../../infra/files/entity.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { makeAsset, makeUpload } from '../../../content/assets/testing/asset.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { fillWallet } from '../testing/books.ts'

const test = base.extend('rich', { scope: 'test' }, async ({ server, fan }) => {
  await fillWallet(server, fan.id, { paid: 500, granted: 0 })
  return fan
})

async function picturesOf(server: TestServer, { token }: Person): Promise<unknown[]> {
  const { body } = await call(server, 'GET /wallet/charges/search', { token })
  return (body['data'] as { picture: unknown }[]).map(({ picture }) => picture)
}

function buy(server: TestServer, by: Person, path: string) {
  return call(server, `POST /wallet/charges/${path}`, { token: by.token, body: { _id: randomUUID(), price: 30 } })
}

test('a bought thing is listed with its picture, signed for its buyer, while it is open to them', async ({
  server,
  rich,
  creator,
}) => {
  const fileId = await makeUpload(server, creator.id, { purpose: 'feed-photo', type: 'photo' })
  const id = v7()
  const post = { _id: id, text: 'The film', access: 'paid', price: 30, scheduledAt: null, poll: null } as const
  await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...post, fileIds: [fileId] }))
  const paid = { kind: 'video', access: 'paid', price: 30 } as const
  const video = await makeAsset(server, creator.id, { ...paid, files: { mainId: {} } })
  expect((await buy(server, rich, `feed/${id}`)).status).toBe(201)
  expect((await buy(server, rich, `video/${video.id}`)).status).toBe(201)
  const [ofVideo, ofPost] = await picturesOf(server, rich)
  expect(String(ofVideo)).toContain(video.files.mainId)
  expect(String(ofPost)).toContain(fileId)
  await transact(server.app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(File, { id: fileId }), { status: 'processing' })
  })
  expect((await picturesOf(server, rich))[1]).toBeNull()
  await transact(server.app, null, (tx) =>
    tx.em.execute("update entitlement set revoked_at = now() where user_id = ? and object_type = 'video'", [rich.id]),
  )
  expect(await picturesOf(server, rich)).toEqual([null, null])
})
