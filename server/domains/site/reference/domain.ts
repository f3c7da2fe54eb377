import { domain } from '../../../infra/domain.ts'
import { referenceRoutes } from './routes.ts'

/** Lists that are the same for everybody: countries, states, cities, languages, calling codes and the options of pages. */
export const reference = domain({ name: 'reference', routes: referenceRoutes })
