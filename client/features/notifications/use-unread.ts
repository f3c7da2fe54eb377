import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** How far this device knows the account's notifications to be read; undefined before the database has answered. */
export function useReadSeq(): number | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => (await db['notification-reads'].toArray())[0]?.readSeq ?? 0, [db])
}

/** Unread notifications on this device. */
export function useUnreadCount(): number {
  const { db } = useSync()
  const readSeq = useReadSeq()
  const count = useLiveQuery(
    () => (readSeq === undefined ? 0 : db.notifications.where('seq').above(readSeq).count()),
    [db, readSeq],
  )
  return count ?? 0
}
