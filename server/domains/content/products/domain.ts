import { domain, notSynced } from '../../../infra/domain.ts'
import { assetPages } from '../assets/asset-pages.ts'
import { assetThing } from '../assets/asset-thing.ts'
import { DownloadRequest } from './downloads/entity.ts'
import { productRoutes } from './routes.ts'
import { shopProduct } from './views.ts'

/** The shop: products that creators sell. Their rows are assets. */
export const products = domain({
  name: 'products',
  entities: [notSynced(DownloadRequest)],
  reads: ['checkout', 'order', 'order_line'],
  routes: productRoutes,
  things: [assetThing('product', { bookmarkCard: shopProduct })],
  publicPages: [assetPages('product')],
})
