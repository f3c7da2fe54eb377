import { movedSubscription } from '@vesper/sync/vesper/records/pause-clock.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'

/** Pauses that are not over and move the end of the paid time, which was `before` without them. */
export type Move = { pauses: Pause[]; before: string }

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
