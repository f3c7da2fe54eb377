import { SubscriptionList } from '@vesper/sync/vesper/api/subscriptions.ts'
import { movedSubscription } from '@vesper/sync/vesper/records/pause-clock.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useReadWhenGranted } from '../../entities/content/use-grant-key.ts'
import { useNow } from '../../ui/use-now.ts'

/** Pauses that are not over and move the end of the paid time, which was `before` without them. */
export type Move = { pauses: Pause[]; before: string }

/** A subscription with its dates as pauses have moved them. `move` is null where nothing moves them now. */
export type HeldSubscription = { subscription: Subscription; move: Move | null }

/**
 * The subscriptions of the account on this device, the first to end first; undefined while they are being read. The pauses of a
 * creator who is followed are on the device. The server tells the dates of another one.
 */
export function useSubscriptions(): HeldSubscription[] | undefined {
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
    ?.map(({ row, pauses }): HeldSubscription => {
      if (pauses === null) return { subscription: told(row), move: null }
      return { subscription: movedSubscription(row, pauses), move: moveOf(row, pauses, now) }
    })
    .toSorted((a, b) => Date.parse(a.subscription.paidThrough) - Date.parse(b.subscription.paidThrough))
}

/** How pauses that are not over at `now` (milliseconds) move a subscription. */
export function moveOf(row: Subscription, pauses: readonly Pause[], now: number): Move | null {
  const [over, ahead] = [pauses.filter(isOver), pauses.filter((pause) => !isOver(pause))]
  const before = movedSubscription(row, over).paidThrough
  const { paidThrough } = movedSubscription(row, pauses)
  if (before === paidThrough) return null
  return { pauses: ahead.filter(({ startsAt }) => startsAt < paidThrough), before }

  function isOver({ startsAt, endsAt }: Pause): boolean {
    return Date.parse(endsAt) <= now || endsAt <= startsAt
  }
}

/** The dates as the server told them last of subscriptions whose creators are not on this device. */
function useToldDates(rows: readonly Subscription[]): (row: Subscription) => Subscription {
  const counted = rows.filter(({ countedFrom }) => countedFrom !== null)
  const { data, mutate } = useKeptAnswer('/subscriptions/user/search', SubscriptionList, {
    query: { status: 'open', pageSize: 100 },
    isAsked: counted.length > 0,
  })
  // A renewal that this device hears of moves them.
  useReadWhenGranted(counted.map(({ _id, paidThrough }) => `${_id} ${paidThrough}`).join(), () => void mutate())
  return (row) => {
    const found = row.countedFrom === null ? undefined : data?.data.find(({ _id }) => _id === row._id)
    if (!found) return row
    const { paidThrough, accessUntil, retryAt } = found
    return { ...row, paidThrough, accessUntil, retryAt, countedFrom: null }
  }
}
