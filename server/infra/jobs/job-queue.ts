import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { PgBoss, fromKysely } from 'pg-boss'
import type { QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import { bossDatabase } from './boss-database.ts'
import { actOnItem } from './job-items.ts'
import type { JobAction } from './job-items.ts'
import { readJobStates } from './job-states.ts'
import type { JobState } from './job-states.ts'
import type { Job, QueuedJob, RecurringJob } from './job.ts'
import { bringForward, priorityOf, runJobs } from './run-jobs.ts'

/** The part of a transaction that enqueueing needs. */
type EnqueueTx = { em: EntityManager; afterCommit: (work: () => void | Promise<void>) => void }

export type JobQueue = {
  /** Has the transaction write a job: it runs after the commit, and never without one. */
  enqueue<Payload extends object>(tx: EnqueueTx, job: QueuedJob<Payload>, payload: Payload): Promise<void>
  /** Has a recurring job run now, or once more if it runs now. */
  wake(job: RecurringJob): Promise<void>
  /** Has failed work run again, or removes it, with the transaction; answers the name of its job. Refuses as `actOnItem`. */
  act(tx: EnqueueTx, id: string, action: JobAction): Promise<string>
  /** How many jobs wait, run and have failed, by name. */
  states(): Promise<JobState[]>
  /** Runs jobs in this process. `stop` aborts them, and waits for them 10 seconds at most. */
  run(app: App): Promise<{ stop: () => Promise<void> }>
  close(): Promise<void>
}

const DAY_SECONDS = 86_400
/** A process that is killed is noticed when its job's heartbeat is so old. */
const HEARTBEAT_SECONDS = 30

/**
 * Opens the queues of `jobs`, which pg-boss keeps in the schema `pgboss` of the database; it makes or migrates that
 * schema first. Only where `maintains`, this process looks after jobs that time out, and deletes old ones.
 */
export async function openJobQueue(parts: {
  orm: MikroORM
  log: Logger
  jobs: readonly Job[]
  maintains: boolean
}): Promise<JobQueue> {
  const { orm, log, jobs, maintains } = parts
  const boss = new PgBoss({
    db: await bossDatabase(orm),
    supervise: maintains,
    schedule: false,
    // Every name is known: nothing is found by asking often.
    queueCacheIntervalSeconds: 3600,
    maintenanceIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', (warning) => log.warn(warning, 'the job queue reports a warning'))
  await boss.start()
  await openQueues(boss, jobs)
  let poke: (name: string) => void = () => {}
  return {
    async enqueue(tx, job, payload) {
      const data = v.parse(job.payload, payload)
      const priority = await priorityOf(job, tx.em, data)
      await boss.send(job.name, data, { singletonKey: job.key(data), priority, db: fromKysely(tx.em.getKysely()) })
      tx.afterCommit(() => poke(job.name))
    },
    async wake(job) {
      await bringForward(boss, job)
      poke(job.name)
    },
    async act(tx, id, action) {
      const name = await actOnItem({ em: tx.em, boss, jobs }, id, action)
      tx.afterCommit(() => poke(name))
      return name
    },
    states: () => readJobStates(orm, jobs),
    async run(app) {
      const running = await runJobs({ app, boss, jobs })
      poke = running.poke
      return running
    },
    close: () => boss.stop({ graceful: false }),
  }
}

async function openQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const open = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    const options = optionsOf(job)
    const queue = open.get(job.name)
    // At most one job of a key waits, so that callers need not ask before they enqueue.
    if (!queue) await boss.createQueue(job.name, { policy: 'short', ...options })
    else if (Object.entries(options).some(([key, value]) => queue[key as keyof QueueOptions] !== value)) {
      await boss.updateQueue(job.name, options)
    }
  }
}

function optionsOf(job: Job): QueueOptions {
  return {
    retryLimit: job.retries ?? 3,
    retryDelay: job.retrySeconds ?? 5,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: job.kind === 'recurring' ? DAY_SECONDS : 7 * DAY_SECONDS,
  }
}
