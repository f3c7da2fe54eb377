import { NOTIFICATIONS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { readNotifications } from './commands.ts'
import { deliverJob } from './deliver.ts'
import { Notification, NotificationEvent, NotificationState } from './entity.ts'
import { notificationRoutes } from './routes.ts'
import { notificationReads, notifications as collection, recordNotification, recordState } from './synced.ts'

/** The activity of an account: what others did that concerns it. */
export const notifications = domain({
  name: 'notifications',
  entities: [
    synced(Notification, recordNotification),
    synced(NotificationState, recordState),
    notSynced(NotificationEvent),
  ],
  reads: ['user', 'preferences'],
  routes: notificationRoutes,
  collections: [collection, notificationReads],
  ownRows: [
    {
      sql: 'select count(*)::int from (select 1 from notification where user_id = ? limit ?) as n',
      params: ['viewer', NOTIFICATIONS_MAX],
    },
  ],
  pushRead: {
    notice: ({ user, seq }) =>
      `exists (select 1 from notification_state n where n.user_id = ${user} and n.read_seq >= ${seq})`,
  },
  jobs: [deliverJob],
  mutations: {
    'notification.read-all': { run: readNotifications, spaces: ownSpace, limit: { points: 600, seconds: 600 } },
  },
})
