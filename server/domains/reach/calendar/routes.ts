import { Calendar, CalendarQuery } from '@vesper/sync/vesper/api/calendar.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { calendarOf } from './calendar-of.ts'

export const calendarRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/performer/calendar',
    who: 'performer',
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag: 'Performers',
    summary: 'The own posts and messages to many that go out, went out or end in a range of at most 62 days',
    query: CalendarQuery,
    answer: Calendar,
    handle: ({ app, actor, query: { from, to } }) =>
      calendarOf(app.orm.em.fork(), { performerId: actor.userId, from: new Date(from), to: new Date(to) }),
  }),
]
