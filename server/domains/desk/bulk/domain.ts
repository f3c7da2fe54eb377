import { domain, notSynced } from '../../../infra/domain.ts'
import { Bulk } from './entity.ts'
import { bulkRoutes } from './routes.ts'

/** One decision on many cases, with a preview and a way back. */
export const bulk = domain({ name: 'bulk', entities: [notSynced(Bulk)], routes: bulkRoutes })
