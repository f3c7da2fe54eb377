import { domain } from '../../../infra/domain.ts'
import { contentRoutes } from './routes.ts'

/** All that people publish, as staff see it: hidden and removed things beside the others. */
export const deskContent = domain({
  name: 'desk-content',
  reads: ['asset', 'comment', 'moderation_case', 'post', 'stream', 'user'],
  routes: contentRoutes,
})
