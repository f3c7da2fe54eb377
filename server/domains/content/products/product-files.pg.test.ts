import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { makeAsset } from '../assets/testing/asset.ts'
import { sellBook } from './testing/sell-book.ts'

const PRODUCTS = '/performer/performer-assets/products'

test('a visitor sees the picture of a product, and neither id nor address of its file', async ({ server, creator }) => {
  const product = await sellBook(server, creator)
  const view = await call(server, `GET /performer-assets/products/${product._id}`)
  expect(view.body).toMatchObject({ name: 'A book', type: 'digital', isLocked: false, file: null })
  const list = await call(server, `GET /performer-assets/products/search?performerId=${creator.id}`)
  expect(list.body).toMatchObject({ total: 1, data: [{ _id: product._id, name: 'A book' }] })
  for (const { text } of [view, list]) expect(text).not.toMatch(new RegExp(`${product.fileId}|book\\.html`))
  expect((await fetch(server.url + String(view.body['picture']))).status).toBe(200)
})

test('a digital product on sale keeps its file, and one that somebody owns is archived, not removed', async ({
  server,
  creator,
  fan,
}) => {
  const { token } = creator
  const product = await sellBook(server, creator)
  const put = (body: object) => call(server, `PUT ${PRODUCTS}/${product._id}`, { token, body })
  expect([(await put({ fileId: null })).status, (await put({ price: 0 })).status]).toEqual([409, 400])
  expect((await put({ access: 'paid' })).status).toBe(400)
  expect((await put({ status: 'draft' })).status).toBe(400)
  expect((await put({ name: 'A better book', stock: 7, limitPerBuyer: '2' })).body).toMatchObject({
    ...{ title: 'A better book', stock: 7, limitPerBuyer: 2, slug: product.slug, fileId: product.fileId },
  })
  const owned = { userId: fan.id, objectType: 'product', objectId: product._id } as const
  await transact(server.app, null, (tx) =>
    grantEntitlement(tx, { ...owned, performerId: creator.id, source: 'purchase' }),
  )
  const list = `GET /performer-assets/products/search?performerId=${creator.id}` as const
  const cards = await Promise.all([fan.token, token, undefined].map((by) => call(server, list, { token: by })))
  expect(cards.map(({ body }) => (body['data'] as AssetCard[]).map(({ isBought }) => isBought))).toEqual([
    ...[[true], [undefined], [undefined]],
  ])
  expect((await call(server, `DELETE ${PRODUCTS}/${product._id}`, { token })).status).toBe(200)
  expect((await call(server, `GET /performer-assets/products/${product._id}`)).status).toBe(404)
  const still = await call(server, `GET /performer-assets/products/${product._id}`, { token: fan.token })
  expect(still.body).toMatchObject({ status: 'archived', name: 'A better book' })
})

test('each call of the seller is refused to nobody, a fan and another creator', async ({ server, creator, fan }) => {
  const other = await makePerson(server, `thief_${creator.user.username}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'product', type: 'physical', price: 5 })
  const calls: [Parameters<typeof call>[1], unknown][] = [
    [`PUT ${PRODUCTS}/${id}`, { name: 'Mine now' }],
    [`GET ${PRODUCTS}/${id}/view`, undefined],
    [`DELETE ${PRODUCTS}/${id}`, undefined],
  ]
  for (const [target, body] of calls) {
    const seen = []
    for (const token of [undefined, fan.token, other.token]) {
      seen.push((await call(server, target, { token, body })).status)
    }
    expect([target, ...seen]).toEqual([target, 401, 403, 404])
  }
  for (const target of [`POST ${PRODUCTS}`, `GET ${PRODUCTS}/search`] as const) {
    const body = target.startsWith('POST') ? { name: 'x' } : undefined
    expect((await call(server, target, { body })).status).toBe(401)
    expect((await call(server, target, { token: fan.token, body })).status).toBe(403)
  }
})
