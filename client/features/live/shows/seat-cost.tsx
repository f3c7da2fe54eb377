import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { useWakeLock } from '../studio/use-wake-lock.ts'
import { LeaveShow } from './leave-show.tsx'
import { RunningCost } from './running-cost.tsx'

/** The cost of a fan's seat in a group show by now, and the way out of it. The screen stays awake meanwhile. */
export function SeatCost({ show }: { show: Show }) {
  useWakeLock(true)
  return (
    <div className="grid gap-3 px-2 md:px-0">
      <RunningCost show={show} isCreator={false} />
      <LeaveShow show={show} isCreator={false} />
    </div>
  )
}
