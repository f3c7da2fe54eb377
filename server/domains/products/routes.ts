import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { ProductList, ProductSearch, ProductView } from '@vesper/sync/vesper/api/products.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import { route } from '../../infra/http/route.ts'
import type { Route } from '../../infra/http/route.ts'
import { productOnSale, productPage } from './queries.ts'
import { productView } from './views.ts'

const tag = 'Products'

export const productRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/performer-assets/products/search',
    who: 'any',
    limits: [{ points: 240, seconds: 60, by: 'account' }],
    tag,
    summary: 'Products on sale, of all creators or of one',
    query: ProductSearch,
    answer: ProductList,
    async handle({ app, query }) {
      const { rows, total } = await productPage(app.orm.em.fork(), query)
      return { data: rows.map(productView), total }
    },
  }),
  route({
    method: 'GET',
    path: '/performer-assets/products/{id}',
    who: 'any',
    limits: [{ points: 240, seconds: 60, by: 'account' }],
    tag,
    summary: 'A product on sale',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: ProductView,
    async handle({ app, params }) {
      const row = await productOnSale(app.orm.em.fork(), params.id)
      if (!row) throw noProduct()
      return productView(row)
    },
  }),
]

function noProduct(): Refusal {
  return new Refusal('not-found', 'This product is not on sale.')
}
