import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ProductSearch } from '@vesper/sync/vesper/api/products.ts'
import type * as v from 'valibot'
import { containing } from '../../infra/database/like-pattern.ts'
import type { Product } from './entity.ts'

/** A product with its performer, as SQL gives it. Times are PostgreSQL's text. */
export type ProductRow = Pick<Product, 'name' | 'description' | 'price' | 'type'> & {
  productId: string
  stock: number | null
  picture: string | null
  performerId: string
  performerName: string
  performerUsername: string | null
  performerAvatar: string | null
  createdAt: string
  updatedAt: string
}

const ROWS = `
  select p.id as "productId", p.name, p.description, p.price, p.type, p.stock, p.picture_file_id as picture,
    p.created_at as "createdAt", p.updated_at as "updatedAt",
    u.id as "performerId", u.name as "performerName", u.username as "performerUsername",
    u.avatar_file_id as "performerAvatar"
  from product p join "user" u on u.id = p.performer_id`

const ON_SALE = `p.status = 'active' and u.status = 'active'`

/** One page of the products on sale. */
export async function productPage(
  em: SqlEntityManager,
  { current, pageSize, sortBy, sort, q, performerId }: v.InferOutput<typeof ProductSearch>,
): Promise<{ rows: ProductRow[]; total: number }> {
  const column = { updatedAt: 'p.updated_at', createdAt: 'p.created_at', name: 'lower(p.name)', price: 'p.price' }[
    sortBy
  ]
  const direction = { asc: 'asc', desc: 'desc' }[sort]
  const where = `where ${ON_SALE} and p.name ilike ?${performerId ? ' and p.performer_id = ?' : ''}`
  const filter = [containing(q), ...(performerId ? [performerId] : [])]
  const rows = await em.execute<ProductRow[]>(
    `${ROWS} ${where} order by ${column} ${direction}, p.id ${direction} limit ? offset ?`,
    [...filter, pageSize, (current - 1) * pageSize],
  )
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from product p join "user" u on u.id = p.performer_id ${where}`,
    filter,
  )
  return { rows, total: counted?.total ?? 0 }
}

/** A product on sale, or null. */
export async function productOnSale(em: SqlEntityManager, id: string): Promise<ProductRow | null> {
  const [row] = await em.execute<ProductRow[]>(`${ROWS} where ${ON_SALE} and p.id = ?`, [id])
  return row ?? null
}
