import { domain, synced } from '../../infra/domain.ts'
import { Product } from './entity.ts'
import { productRoutes } from './routes.ts'
import { recordProduct } from './record-product.ts'

/** The products that creators sell. */
export const products = domain({
  name: 'products',
  entities: [synced(Product, recordProduct)],
  routes: productRoutes,
})
