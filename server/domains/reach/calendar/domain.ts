import { domain } from '../../../infra/domain.ts'
import { calendarRoutes } from './routes.ts'

/** The posts and messages to many of a creator by the time at which they go out, went out or end. */
export const calendar = domain({ name: 'calendar', routes: calendarRoutes })
