import * as v from 'valibot'
import { Notice } from '../records/notification.ts'
import { afterPlace, listQuery, placedListOf } from './fields.ts'

/** A place in the notifications of an account. */
export const NoticeSeq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))

export const NotificationsQuery = v.object({ ...listQuery(['updatedAt', 'createdAt']).entries, ...afterPlace })

/** `GET /notifications`: a notification is unread while its `seq` is greater than `readSeq`. */
export const NotificationList = v.object({ ...placedListOf(Notice).entries, readSeq: v.number(), unread: v.number() })

/** `POST /notifications/read-all`: up to `seq`, else all that there are. */
export const ReadNotificationsBody = v.object({ seq: v.optional(NoticeSeq) })
export const ReadNotifications = v.object({ readSeq: v.number() })
