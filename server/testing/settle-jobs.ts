import { vi } from 'vitest'
import type { Job } from '../infra/jobs/job.ts'
import type { TestServer } from './server.ts'

/** Resolves when nothing of the job waits or runs; `server` runs jobs. */
export function settleJob(
  { app }: Pick<TestServer, 'app'>,
  { name }: Pick<Job, 'name'>,
  timeout = 20_000,
): Promise<void> {
  return vi.waitFor(
    async () => {
      const state = (await app.jobs.states()).find((job) => job.name === name)
      if (!state || state.queued > 0 || state.active > 0) throw new Error(`${name} is not settled`)
    },
    { timeout, interval: 20 },
  )
}
