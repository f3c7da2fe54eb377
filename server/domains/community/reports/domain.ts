import { domain, notSynced } from '../../../infra/domain.ts'
import { Report } from './entity.ts'
import { reportRoutes } from './routes.ts'

/** Reports of content that breaks the rules. */
export const reports = domain({ name: 'reports', reads: ['user'], entities: [notSynced(Report)], routes: reportRoutes })
