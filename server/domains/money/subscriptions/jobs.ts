import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { stopClosed } from './ending/stop.ts'
import { remindDue } from './renewal/remind.ts'
import { renewDue } from './renewal/renew.ts'
import { warnOfLimits } from './renewal/warn-of-limit.ts'

/** Renews subscriptions, tries failed renewals again, and ends what is not renewed. */
export const renewJob: RecurringJob = {
  kind: 'recurring',
  name: 'subscriptions.renew',
  movesMoney: true,
  everySeconds: 60,
  async run(app, signal) {
    await renewDue(app, signal)
  },
}

/** Reminds subscribers of long terms a week before they renew, and fans of renewals beyond a limit of theirs. */
export const remindJob: RecurringJob = {
  kind: 'recurring',
  name: 'subscriptions.remind',
  everySeconds: 3600,
  async run(app, signal) {
    await remindDue(app, signal)
    await warnOfLimits(app, signal)
  },
}

/** Ends subscriptions to creators who have closed, and gives unused days back. */
export const stopClosedJob: RecurringJob = {
  kind: 'recurring',
  name: 'subscriptions.stop-closed',
  everySeconds: 300,
  async run(app, signal) {
    await stopClosed(app, signal)
  },
}
