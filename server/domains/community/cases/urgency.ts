import type { ReportCategory } from '@vesper/sync/vesper/api/reports.ts'

const HOUR_MS = 3_600_000

/** How urgent a case is; 0 is the most urgent. */
export type Urgency = { priority: number; dueAt: Date }

/** The time in which a case of each priority is answered, in hours. */
const HOURS = [1, 24, 72, 168] as const

/** Later than all others of the lowest priority. */
const LAST_HOURS = 28 * 24

const priorities: Readonly<Record<ReportCategory, number>> = {
  ...{ minor: 0, 'non-consensual': 1, illegal: 2, impersonation: 2 },
  ...{ spam: 3, copyright: 3, other: 3 },
}

/** The urgency of a report, or of a case of staff, which has no category. */
export function urgencyOf(category: ReportCategory | null, now: Date): Urgency {
  const priority = category === null ? 3 : priorities[category]
  return { priority, dueAt: new Date(now.getTime() + (HOURS[priority] ?? HOURS[3]) * HOUR_MS) }
}

/** Harm to a person, which waits for nobody's standing. */
const NEVER_LAST: ReadonlySet<ReportCategory | null> = new Set<ReportCategory>(['minor', 'non-consensual'])

/** Tells if a report of this category may wait until all others are answered. */
export function mayWaitLast(category: ReportCategory | null): boolean {
  return !NEVER_LAST.has(category)
}

/** The urgency of a report whose sender has reported without reason again and again. */
export function lastUrgency(now: Date): Urgency {
  return { priority: HOURS.length - 1, dueAt: new Date(now.getTime() + LAST_HOURS * HOUR_MS) }
}

/** The more urgent of two; each part by itself, so that a report never puts off the end of a time that runs. */
export function moreUrgent(one: Urgency, other: Urgency): Urgency {
  return {
    priority: Math.min(one.priority, other.priority),
    dueAt: one.dueAt <= other.dueAt ? one.dueAt : other.dueAt,
  }
}
