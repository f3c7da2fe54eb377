import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { expect } from 'vitest'
import { transact } from '../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../infra/files/testing/media-server.ts'
import { makePerson } from '../../infra/sync/testing/person.ts'
import type { Person } from '../../infra/sync/testing/person.ts'
import { test } from '../../testing/fixtures.ts'
import type { TestServer } from '../../testing/server.ts'
import { call } from '../accounts/testing/api.ts'
import { makeAsset } from '../assets/testing/asset.ts'
import { grantEntitlement, revokeEntitlement } from '../grants/commands.ts'

const PRODUCTS = '/performer/performer-assets/products'
const BOOK = '<script>alert("a book")</script>'
const MINUTE_MS = 60_000

/** A digital product on sale, made by one call. */
async function sell(server: TestServer, { token }: Person): Promise<OwnAsset> {
  const form = new FormData()
  const fields = {
    name: 'A book',
    description: 'Sixty pages.',
    price: '60',
    type: 'digital',
    status: 'active',
    stock: '',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('picture', new Blob([new Uint8Array(await jpegWithPlace(80, 80))]), 'cover.jpg')
  form.append('file', new Blob([BOOK]), 'book.html')
  const { status, body } = await call(server, `POST ${PRODUCTS}`, { token, body: form })
  expect([status, body]).toMatchObject([201, { title: 'A book', price: 60, status: 'active', stock: null }])
  return body as unknown as OwnAsset
}

test('the file of a product is a download for its seller and those who own it, for five minutes', async ({
  server,
  creator,
  fan,
}) => {
  const product = await sell(server, creator)
  const link = (person?: Person) =>
    call(server, `GET /performer-assets/products/${product.slug}/download-link`, { token: person?.token })
  const stranger = await makePerson(server, `stranger_${fan.user.username}`)
  const owned = { userId: fan.id, objectType: 'product', objectId: product._id } as const
  await transact(server.app, null, (tx) =>
    grantEntitlement(tx, { ...owned, performerId: creator.id, source: 'purchase' }),
  )
  const seen = [undefined, stranger, fan, creator].map(async (person) => (await link(person)).status)
  expect(await Promise.all(seen)).toEqual([401, 403, 200, 200])
  const { url, expiresAt } = (await link(fan)).body as { url: string; expiresAt: string }
  const life = Date.parse(expiresAt) - server.app.clock().getTime()
  expect([life > 4 * MINUTE_MS, life <= 5 * MINUTE_MS]).toEqual([true, true])

  const answer = await open(server, url, fan)
  expect([answer.status, await answer.text()]).toEqual([200, BOOK])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  // The link is for its viewer, and for as long as the right lasts.
  expect((await open(server, url, stranger)).status).toBe(404)
  expect((await open(server, url)).status).toBe(401)
  expect((await open(server, url.split('?')[0] ?? '')).status).toBe(404)
  const now = server.app.clock
  try {
    server.app.clock = () => new Date(Date.parse(expiresAt) + 1)
    expect((await open(server, url, fan)).status).toBe(404)
  } finally {
    server.app.clock = now
  }
  await transact(server.app, null, (tx) => revokeEntitlement(tx, owned))
  expect([(await link(fan)).status, (await open(server, url, fan)).status]).toEqual([403, 404])
})

test('a visitor sees the picture of a product, and neither id nor address of its file', async ({ server, creator }) => {
  const product = await sell(server, creator)
  const view = await call(server, `GET /performer-assets/products/${product._id}`)
  expect(view.body).toMatchObject({ name: 'A book', type: 'digital', isLocked: false, file: null })
  const list = await call(server, `GET /performer-assets/products/search?performerId=${creator.id}`)
  expect(list.body).toMatchObject({ total: 1, data: [{ _id: product._id, name: 'A book' }] })
  for (const { text } of [view, list]) expect(text).not.toContain(product.fileId)
  expect((await fetch(server.url + String(view.body['picture']))).status).toBe(200)
})

test('a digital product on sale keeps its file, and one that somebody owns is archived, not removed', async ({
  server,
  creator,
  fan,
}) => {
  const { token } = creator
  const product = await sell(server, creator)
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

function open(server: TestServer, url: string, person?: Person): Promise<Response> {
  return fetch(server.url + url, { headers: person ? { authorization: `Bearer ${person.token}` } : {} })
}
