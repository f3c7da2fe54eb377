import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ProductSearch } from '@vesper/sync/vesper/api/products.ts'
import type * as v from 'valibot'
import { openToOthers } from '../../content/open-to-others.ts'
import { containing } from '../../infra/database/like-pattern.ts'
import type { Product } from './entity.ts'
import { sqlPage } from '../../infra/http/list.ts'

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

const COLUMNS = `p.id as "productId", p.name, p.description, p.price, p.type, p.stock, p.picture_file_id as picture,
  p.created_at as "createdAt", p.updated_at as "updatedAt",
  u.id as "performerId", u.name as "performerName", u.username as "performerUsername",
  u.avatar_file_id as "performerAvatar"`

const FROM = 'product p join "user" u on u.id = p.performer_id'

const ON_SALE = `p.status = 'active' and ${openToOthers('u')}`

/** One page of the products on sale. */
export function productPage(
  em: SqlEntityManager,
  { q, performerId, ...query }: v.InferOutput<typeof ProductSearch>,
): Promise<{ rows: ProductRow[]; total: number }> {
  const list = {
    select: COLUMNS,
    from: FROM,
    where: `${ON_SALE} and p.name ilike ?${performerId ? ' and p.performer_id = ?' : ''}`,
    params: [containing(q), ...(performerId ? [performerId] : [])],
    sortable: {
      ...{ updatedAt: 'p.updated_at', createdAt: 'p.created_at', publishedAt: 'p.created_at' },
      ...{ name: 'lower(p.name)', title: 'lower(p.name)', price: 'p.price', popular: 'p.updated_at' },
    },
    tieBreak: 'p.id',
  }
  return sqlPage(em, list, query)
}

/** A product on sale, or null. */
export async function productOnSale(em: SqlEntityManager, id: string): Promise<ProductRow | null> {
  const [row] = await em.execute<ProductRow[]>(`select ${COLUMNS} from ${FROM} where ${ON_SALE} and p.id = ?`, [id])
  return row ?? null
}
