import type { App } from '../../app.ts'
import { readDueWork } from './due-work.ts'
import type { DueWork } from './due-work.ts'
import type { Job } from './job.ts'
import { LOOK_MS } from './look-ahead.ts'
import { unattendedOf } from './unattended-of.ts'

export type WorkWatch = {
  /** Asks the database for the work that waits, and warns in the log of work that nobody runs. */
  read: () => Promise<DueWork[]>
  /** The jobs whose work nobody runs, as far as the last look saw. */
  unattended: () => readonly string[]
}

export function watchWork(app: Pick<App, 'orm' | 'log' | 'clock'>, jobs: readonly Pick<Job, 'name'>[]): WorkWatch {
  const names = jobs.map(({ name }) => name)
  const begun = app.clock().getTime()
  let unattended: readonly string[] = []
  return {
    unattended: () => unattended,
    async read() {
      const work = await readDueWork(app.orm, names)
      const before = unattended.join()
      unattended = unattendedOf(work, app.clock().getTime() - begun)
      if (unattended.length > 0 && unattended.join() !== before)
        app.log.warn({ jobs: unattended }, 'no process runs these jobs: look at WORKER_QUEUES, and that a worker runs')
      return work
    },
  }
}

/** Looks once a minute in a process that runs no jobs itself. */
export function keepWatching({ read }: WorkWatch, { log }: Pick<App, 'log'>): { stop: () => Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const look = () =>
    read().catch((error: unknown) => isStopped || log.error({ err: error }, 'the jobs could not be looked for'))
  const timer = setInterval(() => void (looking = look()), LOOK_MS).unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await looking
    },
  }
}
