import type { InferEntity } from '@mikro-orm/core'
import { NOTIFICATIONS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Notification, NotificationState } from './entity.ts'
import { noticeViews } from './views.ts'

/** The viewer's notifications. */
export const notifications: SyncedCollection<'notifications'> = {
  name: 'notifications',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? read(reading) : []),
  byIds: read,
}

/** How far the viewer has read them. */
export const notificationReads: SyncedCollection<'notification-reads'> = {
  name: 'notification-reads',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? readState(reading) : []),
  byIds: async (reading, ids) => (ids.includes(reading.viewerId) ? readState(reading) : []),
}

async function read({ em, viewerId }: Reading, ids?: readonly string[]): Promise<SyncedRow[]> {
  const where = { userId: viewerId, ...(ids && { id: { $in: [...ids] } }) }
  const rows = await em.find(Notification, where, { orderBy: { seq: 'desc' }, limit: NOTIFICATIONS_MAX })
  const space = spaceOfUser(viewerId)
  return (await noticeViews(em, rows)).map((value) => ({ space, collection: 'notifications', value }))
}

async function readState({ em, viewerId }: Reading): Promise<SyncedRow[]> {
  const state = await em.findOne(NotificationState, { userId: viewerId })
  if (!state) return []
  const value = { _id: viewerId, readSeq: state.readSeq }
  return [{ space: spaceOfUser(viewerId), collection: 'notification-reads', value }]
}

/** A notification, in the space of its account. */
export const recordNotification = oneRow<Notification>('notifications', ({ userId, id }) => ({
  space: spaceOfUser(userId),
  id,
}))

/** A read position, in the space of its account. */
export const recordState = oneRow<InferEntity<typeof NotificationState>>('notification-reads', ({ userId }) => ({
  space: spaceOfUser(userId),
  id: userId,
}))
