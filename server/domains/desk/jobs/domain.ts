import { domain } from '../../../infra/domain.ts'
import { jobRoutes } from './routes.ts'

/** The background work of the site, for its admins. */
export const deskJobs = domain({ name: 'desk-jobs', routes: jobRoutes })
