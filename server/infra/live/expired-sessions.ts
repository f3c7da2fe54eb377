import { appState } from '../app-state.ts'
import type { RecurringJob } from '../jobs/job.ts'
import { endedSessions } from '../sessions/sessions.ts'

const DAY_MS = 86_400_000
/** Sessions that expire while the job reads are found by the next run. */
const OVERLAP_MS = 60_000

/**
 * Ends the sockets of sessions that ran out, and of accounts that were closed, within a minute; a revoked session ends
 * at once, through the port.
 */
export const endExpiredSessions: RecurringJob = {
  kind: 'recurring',
  name: 'live.end-expired-sessions',
  everySeconds: 60,
  async run(app) {
    const state = stateOf(app)
    const now = app.clock()
    const since = new Date((state.checkedAt ?? now.getTime() - DAY_MS) - OVERLAP_MS)
    app.live.endSessions(await endedSessions(app.orm.em.fork(), { since, now }))
    state.checkedAt = now.getTime()
  },
}

const stateOf = appState<{ checkedAt: number | null }>(() => ({ checkedAt: null }))
