import type { App } from '../../app.ts'

/** A clock that runs ahead of the database's must not make a job run without a pause. */
const PAUSE_MS = 100

/** The time until a moment of the database (ms), for a recurring job, with a pause at least; null where there is none. */
export function timeUntil({ clock }: Pick<App, 'clock'>, at: Date | string | null | undefined): number | null {
  return at == null ? null : Math.max(new Date(at).getTime() - clock().getTime(), PAUSE_MS)
}
