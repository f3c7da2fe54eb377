import { domain, notSynced } from '../../../infra/domain.ts'
import { SearchKeyword } from './entity.ts'
import { forgetKeywordsJob } from './keywords.ts'
import { searchRoutes } from './routes.ts'
import { searchRoutines } from './routines.ts'

/** Finds creators, posts, videos, galleries and products by their words. */
export const search = domain({
  name: 'search',
  entities: [notSynced(SearchKeyword)],
  routines: searchRoutines,
  routes: searchRoutes,
  jobs: [forgetKeywordsJob],
})
