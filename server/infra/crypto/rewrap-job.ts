import type { RecurringJob } from '../jobs/job.ts'

/** Has the first of DETAILS_KEY stand for all that others have sealed. Runs when a server starts, since keys change then. */
export const rewrapJob: RecurringJob = {
  kind: 'recurring',
  name: 'crypto.rewrap',
  everySeconds: 24 * 3600,
  timeoutSeconds: 6 * 3600,
  async run(app, signal) {
    for (const { name, rewrap } of app.domains.keyHolders) {
      const rewrapped = (await rewrap?.(app, signal)) ?? 0
      if (rewrapped > 0) app.log.info({ name, rewrapped }, 'the first of DETAILS_KEY seals these now')
    }
  },
}
