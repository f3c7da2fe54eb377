import { movedSubscription } from '@vesper/sync/vesper/records/pause-clock.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { useNow } from '../../ui/use-now.ts'
import { moveOf } from './move-of.ts'
import { useToldDates } from './use-told-dates.ts'
import type { Dated } from './use-told-dates.ts'

/**
 * The subscriptions of the account on this device, the first to end first, with their dates as pauses have moved them; undefined
 * while they are being read. The pauses of a creator who is followed are on the device. The server tells those of another one.
 */
export function useSubscriptions(): Dated[] | undefined {
  const { db } = useSync()
  const now = useNow()
  const read = useLiveQuery(async () => {
    const rows = await db.subscriptions.toArray()
    const creators = await db.creators.bulkGet(rows.map(({ performerId }) => performerId))
    return rows.map((row, index) => {
      const creator = creators[index]
      return { row, pauses: creator ? (creator.pauses ?? []) : null }
    })
  }, [db])
  const told = useToldDates(read?.flatMap(({ row, pauses }) => (pauses === null ? [row] : [])) ?? [])
  return read
    ?.map(({ row, pauses }): Dated => {
      if (pauses === null) return told(row, now)
      return { subscription: movedSubscription(row, pauses), move: moveOf(row, pauses, now), isSure: true }
    })
    .toSorted((a, b) => Date.parse(a.subscription.paidThrough) - Date.parse(b.subscription.paidThrough))
}
