import type { DueWork } from './due-work.ts'

/** Work that has been due for so long, while none of its job runs, has nobody to run it (ms). */
const OVERDUE_MS = 5 * 60_000

/** The jobs whose work no process runs, such as those that each WORKER_QUEUES leaves out. */
export function unattendedOf(work: readonly DueWork[]): string[] {
  const late = work.filter(({ inMs, isAttended }) => inMs < -OVERDUE_MS && !isAttended)
  return [...new Set(late.map(({ name }) => name))].toSorted()
}
