import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from './testing/database-before.ts'
import type { DatabaseBefore } from './testing/database-before.ts'

const BEFORE = 'Migration20261126072600_content_totals'
const AFTER = 'Migration20261126074000_assets'

let database: DatabaseBefore
let orm: MikroORM
beforeAll(async () => {
  database = await databaseBefore(BEFORE)
  orm = database.orm
})
afterAll(() => database.drop())

type Row = Record<string, unknown>

const at = '2026-11-20T10:00:00.000Z'
const performer = randomUUID()
const picture = randomUUID()
const products: Row[] = [
  { name: 'Fog, a print!', status: 'active', type: 'physical', stock: 3, price: 480, picture_file_id: picture },
  { name: 'Notes', status: 'draft', type: 'digital', stock: null, price: 60, picture_file_id: null },
  { name: '※※', status: 'archived', type: 'digital', stock: null, price: 5, picture_file_id: null },
  { name: 'Notes', status: 'active', type: 'digital', stock: 0, price: 61, picture_file_id: null },
].map((product, n) => ({ id: `${randomUUID().slice(0, -6)}00000${n % 2}`, description: `It is ${n}.`, ...product }))

function all(sql: string): Promise<Row[]> {
  return orm.em.fork().execute(sql)
}

test('a filled database keeps its products with their ids, and the lines of carts, there and back', async () => {
  for (const product of products) {
    const row = { ...product, performer_id: performer, created_at: at, updated_at: at }
    const columns = Object.keys(row)
    await orm.em
      .fork()
      .execute(
        `insert into product (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
        Object.values(row),
      )
    await orm.em
      .fork()
      .execute('insert into cart_line (user_id, product_id, quantity, price_seen, updated_at) values (?, ?, 1, 1, ?)', [
        ...[performer, product['id'], at],
      ])
  }
  const before = await all('select * from product order by id')

  await orm.migrator.up({ to: AFTER })

  const assets = await all('select * from asset order by id')
  expect(assets).toHaveLength(products.length)
  for (const product of products) {
    const asset = assets.find(({ id }) => id === product['id'])
    const { id, name, picture_file_id, ...same } = product
    expect(asset).toMatchObject({ ...same, kind: 'product', title: name, cover_file_id: picture_file_id })
    expect(asset).toMatchObject({ access: 'public', tags: [], performer_id: performer, limit_per_buyer: null })
    expect(asset?.['published_at'] === null).toBe(product['status'] === 'draft')
    expect([id, new Date(String(asset?.['created_at']))]).toEqual([id, new Date(at)])
  }
  const slugs = assets.map(({ slug }) => String(slug))
  expect(new Set(slugs).size).toBe(products.length)
  // Two have one name and one end of their ids: the second has its id for an address.
  const second = assets.filter(({ title }) => title === 'Notes')[1]
  expect(slugs.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    ['fog-a-print-000000', 'notes-000001', 'product-000000', String(second?.['id'])].toSorted((a, b) =>
      a < b ? -1 : 1,
    ),
  )
  const inCarts = await all('select 1 from cart_line l join asset a on a.id = l.product_id')
  expect(inCarts).toHaveLength(products.length)

  await orm.migrator.down({ to: BEFORE })
  expect(await all('select * from product order by id')).toEqual(before)
})
