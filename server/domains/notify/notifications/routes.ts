import {
  NotificationList,
  NotificationsQuery,
  ReadNotifications,
  ReadNotificationsBody,
} from '@vesper/sync/vesper/api/notifications.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { readNotifications } from './commands.ts'
import { noticePage, unreadOf } from './queries.ts'
import { noticeViews } from './views.ts'

const tag = 'Notifications'

export const notificationRoutes: Route[] = [
  route({
    ...{ method: 'GET', path: '/notifications', who: 'user', tag },
    summary: 'What happened to the account, by default the latest first; an entry beyond readSeq is unread',
    query: NotificationsQuery,
    answer: NotificationList,
    async handle({ app, actor: { userId }, query }) {
      const em = app.orm.em.fork()
      const { rows, total, next } = await noticePage(em, userId, query)
      return { data: await noticeViews(em, rows), total, next, ...(await unreadOf(em, userId)) }
    },
  }),
  route({
    ...{ method: 'POST', path: '/notifications/read-all', who: 'user', tag },
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    summary: 'Take all notifications as read, or those up to a place; the furthest place of all devices stands',
    body: ReadNotificationsBody,
    answer: ReadNotifications,
    handle: ({ app, actor, body: { seq } }) =>
      transact(app, actor, async (tx) => ({
        readSeq: await readNotifications(tx, seq === undefined ? {} : { seq }),
      })),
  }),
]
