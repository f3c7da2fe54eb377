import { SubscriptionList } from '@vesper/sync/vesper/api/subscriptions.ts'
import { countedTime } from '@vesper/sync/vesper/records/pause-clock.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { useReadWhenGranted } from '../../entities/content/use-grant-key.ts'
import { moveOf } from './move-of.ts'
import type { Move } from './move-of.ts'

/** A subscription with its dates; `isSure` is false where pauses may have moved them, and this device cannot tell. */
export type Dated = { subscription: Subscription; move: Move | null; isSure: boolean }

/**
 * The dates as the server told them last, at a time (milliseconds), of these subscriptions, whose creators are not on this
 * device.
 */
export function useToldDates(rows: readonly Subscription[]): (row: Subscription, now: number) => Dated {
  const counted = rows.filter(({ countedFrom }) => countedFrom !== null)
  const { items, reload } = usePagedList({
    path: '/subscriptions/user/search',
    answer: SubscriptionList,
    query: { status: 'open' },
    search: { current: Infinity },
    pageSize: 100,
    isAsked: counted.length > 0,
  })
  // A renewal that this device hears of moves them.
  useReadWhenGranted(counted.map(({ _id, paidThrough }) => `${_id} ${paidThrough}`).join(), () => void reload())
  return (row, now) => {
    if (row.countedFrom === null) return { subscription: row, move: null, isSure: true }
    const told = items?.find(({ _id }) => _id === row._id)
    // Pauses move dates ahead alone: an earlier one is that of a former term.
    if (!told || Date.parse(told.paidThrough) < Date.parse(row.paidThrough))
      return { subscription: row, move: null, isSure: false }
    const { paidThrough, accessUntil, retryAt } = told
    const subscription = { ...row, paidThrough, accessUntil, retryAt, countedFrom: null }
    return { subscription, move: toldMove(told, { since: row.countedFrom, now }), isSure: true }
  }
}

/** An answer has moved its dates by former pauses as well, which it does not tell. */
function toldMove(told: Subscription, { since, now }: { since: string; now: number }): Move | null {
  const pauses = told.pauses ?? []
  const before = countedTime(pauses, Date.parse(since), Date.parse(told.paidThrough))
  return moveOf({ ...told, countedFrom: since, paidThrough: new Date(before).toISOString() }, pauses, now)
}
