import { domain } from '../../infra/domain.ts'
import { productRoutes } from './routes.ts'

/** The shop: products that creators sell. Their rows are assets. */
export const products = domain({ name: 'products', routes: productRoutes })
