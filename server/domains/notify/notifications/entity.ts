import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { NOTICE_KINDS, NOTICE_OBJECTS } from '@vesper/sync/vesper/records/notification.ts'
import type { NoticeEvent } from '@vesper/sync/vesper/records/notification.ts'

const about = {
  userId: p.uuid(),
  kind: p.enum(NOTICE_KINDS),
  objectType: p.enum(NOTICE_OBJECTS),
  objectId: p.uuid(),
  pageType: p.enum(NOTICE_OBJECTS).nullable(),
  pageId: p.uuid().nullable(),
  event: p.string().length(40).$type<NoticeEvent>().nullable(),
  /** The latest accounts, the latest first, up to `ACTORS_MAX`. */
  actors: p.array(),
  count: p.integer(),
  /** Tokens that its events brought. */
  tokens: p.integer().default(0),
  /** Cents of cards and payouts that its events brought. */
  cents: p.integer().default(0),
  preview: p.string().length(200).default(''),
}

/** An entry in the activity of an account, which joins the events of one kind about one thing until it is read. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  uniques: [{ properties: ['userId', 'seq'] }],
  indexes: [
    { properties: ['userId', 'objectId', 'kind'] },
    { properties: ['objectId', 'kind'] },
    { properties: ['userId', 'updatedAt'] },
    { properties: ['userId', 'createdAt'] },
  ],
  properties: {
    id: p.uuid().primary(),
    ...about,
    /** Counts the notifications of the account from 1; raised whenever an event joins this one. */
    seq: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** The place of an account in its notifications. */
export const NotificationState = defineEntity({
  name: 'NotificationState',
  tableName: 'notification_state',
  properties: {
    userId: p.uuid().primary(),
    lastSeq: p.integer().default(0),
    readSeq: p.integer().default(0),
  },
})

/** An event that is yet to join the notifications of an account. The job `notifications.deliver` removes it. */
export const NotificationEvent = defineEntity({
  name: 'NotificationEvent',
  tableName: 'notification_event',
  indexes: [{ properties: ['userId', 'objectId'] }, { properties: ['objectId', 'kind'] }],
  properties: {
    id: p.uuid().primary(),
    ...about,
    createdAt: p.datetime(),
  },
})

export type Notification = InferEntity<typeof Notification>
export type NotificationEvent = InferEntity<typeof NotificationEvent>
