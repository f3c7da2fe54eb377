import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { NoticeSeq } from '../api/notifications.ts'
import type { NotificationRead } from '../records/notification.ts'

const ReadArgs = v.object({ seq: NoticeSeq })

/** The furthest read position wins. */
export const readNotifications: Mutation<v.InferOutput<typeof ReadArgs>> = {
  name: 'notification.read-all',
  class: 'queue',
  args: ReadArgs,
  lane: () => 'notifications',
  fold: (previous, next) => ({ seq: Math.max(previous.seq, next.seq) }),
  async optimistic(tx, { seq }, { account }) {
    const held = (await tx.get('notification-reads', account)) as NotificationRead | undefined
    if (seq <= (held?.readSeq ?? 0)) return
    await tx.put('notification-reads', { _id: account, readSeq: seq })
  },
}
