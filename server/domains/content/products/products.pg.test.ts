import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import type { Product } from './entity.ts'
import { makeProduct } from './testing/product.ts'

let server: TestServer
let mara: Person
let teo: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  mara = await makePerson(server, 'mara', true)
  teo = await makePerson(server, 'teo', true)
  const products: [Person, Partial<Product> & { name: string }][] = [
    [mara, { name: 'Print', price: 480, stock: 3 }],
    [mara, { name: 'Notes', price: 60, type: 'digital', stock: null }],
    [mara, { name: 'Draft', status: 'draft' }],
    [mara, { name: 'Archived', status: 'archived' }],
    [teo, { name: 'apron 100%', price: 140 }],
  ]
  for (const [{ id }, product] of products) ids[product.name] = await makeProduct(server, id, product)
})
afterAll(() => server.stop())

async function names(query: string): Promise<string[]> {
  const { body } = await call(server, `GET /performer-assets/products/search?${query}`)
  return (body['data'] as { name: string }[]).map(({ name }) => name)
}

test('finds products on sale by creator and by name, in order, page by page', async () => {
  expect(await names('sortBy=name&sort=asc')).toEqual(['apron 100%', 'Notes', 'Print'])
  expect(await names('sortBy=price&sort=desc')).toEqual(['Print', 'apron 100%', 'Notes'])
  expect(await names(`performerId=${mara.id.toUpperCase()}&sortBy=name&sort=asc`)).toEqual(['Notes', 'Print'])
  expect(await names('q=0%25')).toEqual(['apron 100%'])
  expect(await names('q=PRI')).toEqual(['Print'])
  const { body } = await call(server, 'GET /performer-assets/products/search?sortBy=name&sort=asc&pageSize=2&current=2')
  expect(body).toMatchObject({ total: 3, data: [{ name: 'Print' }] })
})

test('a product shows what it costs, what is left and who sells it, and nothing private', async () => {
  const { status, body } = await call(server, `GET /performer-assets/products/${ids['Print']?.toUpperCase()}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    _id: ids['Print'],
    name: 'Print',
    price: 480,
    ...{ availability: 'few', left: 3, limitPerBuyer: null, shipsTo: [], shippingPrice: 0 },
    type: 'physical',
    picture: null,
  })
  expect(body['performer']).toEqual({ _id: mara.id, name: 'mara', username: 'mara', avatar: null, isPerformer: true })
  expect(body).toMatchObject({ title: 'Print', slug: `print-${ids['Print']?.slice(-6)}`, status: 'active', file: null })
})

test.each(['Draft', 'Archived'])('what is not on sale is there for its seller alone: %s', async (name) => {
  for (const token of [undefined, teo.token]) {
    const { status, body } = await call(server, `GET /performer-assets/products/${ids[name]}`, { token })
    expect([status, body['message']]).toEqual([404, 'This product is not on sale.'])
  }
  const own = await call(server, `GET /performer-assets/products/${ids[name]}`, { token: mara.token })
  expect([own.status, own.body['name']]).toEqual([200, name])
})

test('nor is what belongs to an account that is gone', async () => {
  const setStatus = (status: User['status']) =>
    transact(server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: teo.id })).status = status
    })
  await setStatus('suspended')
  expect(await names('q=apron')).toEqual([])
  expect((await call(server, `GET /performer-assets/products/${ids['apron 100%']}`)).status).toBe(404)
  await setStatus('active')
})

test.each(['sortBy=stock', 'current=0', 'pageSize=101', 'performerId=mara', 'q=%00', 'sort=up'])(
  '%s is no search',
  async (query) => {
    expect((await call(server, `GET /performer-assets/products/search?${query}`)).status).toBe(400)
  },
)

test('a product is found by its address, an unknown id or address is not there', async () => {
  const slug = `print-${ids['Print']?.slice(-6)}`
  expect((await call(server, `GET /performer-assets/products/${slug}`)).body['_id']).toBe(ids['Print'])
  expect((await call(server, 'GET /performer-assets/products/nonsense')).status).toBe(404)
  expect((await call(server, `GET /performer-assets/products/${randomUUID()}`)).status).toBe(404)
})
