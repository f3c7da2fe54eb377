import type { DueWork } from './due-work.ts'

/** Work that has been due for so long, while none of its job runs, has nobody to run it (ms). */
const OVERDUE_MS = 5 * 60_000

/**
 * The jobs whose work no process runs, such as those that each WORKER_QUEUES leaves out. A process that began `upMs` ago counts
 * from then: after a pause of the whole site, all work is late.
 */
export function unattendedOf(work: readonly DueWork[], upMs: number): string[] {
  const late = work.filter(({ inMs, isAttended }) => Math.min(-inMs, upMs) > OVERDUE_MS && !isAttended)
  return [...new Set(late.map(({ name }) => name))].toSorted()
}
