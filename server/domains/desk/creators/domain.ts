import { domain } from '../../../infra/domain.ts'
import { creatorRoutes } from './routes.ts'

/** The review of creators and of their identity documents. */
export const creatorReviews = domain({
  name: 'creator-reviews',
  reads: ['performer', 'performer_document', 'user'],
  routes: creatorRoutes,
})
