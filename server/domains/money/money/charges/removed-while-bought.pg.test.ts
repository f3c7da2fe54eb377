import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { removeAsset } from '../../../content/assets/remove-asset.ts'
import { makeAsset } from '../../../content/assets/testing/asset.ts'
import { removePost } from '../../../content/posts/commands.ts'
import { Post } from '../../../content/posts/entity.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { buy } from './buy.ts'

/** Buys a thing, and lets its author remove it before the purchase is committed. */
async function buyAndRemove(
  { app }: TestServer,
  { fan, creator }: { fan: Person; creator: Person },
  { type, targetId, remove }: { type: KindWith<'buy'>; targetId: string; remove: (tx: Tx) => Promise<void> },
): Promise<void> {
  const taken = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const buying = transact(app, fan.actor, async (tx) => {
    await buy(tx, { _id: randomUUID(), type, targetId, price: 30 })
    taken.resolve()
    await asked.promise
  })
  await taken.promise
  const removing = transact(app, creator.actor, remove)
  await Promise.race([removing, delay(300)])
  asked.resolve()
  await Promise.all([buying, removing])
}

async function makePost(server: TestServer, creator: Person) {
  const { postId: targetId, fileId } = await postWithPhoto(server, creator, { text: 'A', access: 'paid', price: 30 })
  const remove = (tx: Tx) => removePost(tx, { _id: targetId })
  return { type: 'feed' as const, targetId, fileId, remove }
}

test('a post that somebody bought is archived by its removal, and stays open to them alone', async ({
  server,
  fan,
  creator,
}) => {
  await fillWallet(server, fan.id, { paid: 100 })
  const { targetId, remove } = await makePost(server, creator)
  const body = { _id: randomUUID(), price: 30 }
  expect((await call(server, `POST /wallet/charges/feed/${targetId}`, { token: fan.token, body })).status).toBe(201)
  await transact(server.app, creator.actor, remove)
  const seen = await call(server, `GET /user/feeds/${targetId}`, { token: fan.token })
  expect(seen.body).toMatchObject({ isLocked: false, status: 'archived', files: [{ status: 'ready' }] })
  expect((await call(server, `GET /user/feeds/${targetId}`)).status).toBe(404)
  expect(await brokenRules(server)).toEqual([])
})

test('a post that is removed while somebody buys it is archived', async ({ server, fan, creator }) => {
  await fillWallet(server, fan.id, { paid: 100 })
  const post = await makePost(server, creator)
  await buyAndRemove(server, { fan, creator }, post)
  expect(await server.app.orm.em.fork().findOneOrFail(Post, { id: post.targetId })).toMatchObject({
    status: 'archived',
  })
})

test('a video that is removed while somebody buys it is archived', async ({ server, fan, creator }) => {
  await fillWallet(server, fan.id, { paid: 100 })
  const sold = { kind: 'video', access: 'paid', price: 30, files: { mainId: {} } } as const
  const { id: targetId } = await makeAsset(server, creator.id, sold)
  const remove = (tx: Tx) => removeAsset(tx, { _id: targetId })
  await buyAndRemove(server, { fan, creator }, { type: 'video', targetId, remove })
  expect(await server.app.orm.em.fork().findOneOrFail(Asset, { id: targetId })).toMatchObject({ status: 'archived' })
})
