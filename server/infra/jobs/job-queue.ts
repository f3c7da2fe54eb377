import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { fromKysely } from 'pg-boss'
import type { PgBoss, QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import type { Bus } from '../bus/bus.ts'
import { bossDatabase } from './boss-database.ts'
import { bringForward } from './bring-forward.ts'
import { chooseJobs } from './choose-jobs.ts'
import { createBoss } from './create-boss.ts'
import { actOnItem } from './job-items.ts'
import type { JobAction } from './job-items.ts'
import { readJobStates } from './job-states.ts'
import type { JobState } from './job-states.ts'
import type { Job, QueuedJob, RecurringJob } from './job.ts'
import { priorityOf, runJobs } from './run-jobs.ts'
import type { RunningJobs } from './run-jobs.ts'
import { createWake } from './wake.ts'
import { keepWatching, watchWork } from './watch-work.ts'
import type { WorkWatch } from './watch-work.ts'

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
  /** Runs the jobs of `WORKER_QUEUES` in this process. `look` asks for work now. `stop` aborts them, and waits 10 seconds at most. */
  run(app: App): Promise<Pick<RunningJobs, 'look' | 'stop'>>
  /** Looks once a minute for work that no process runs, in a process that runs none itself. */
  watch(app: App): { stop: () => Promise<void> }
  /** The jobs whose work waits although no process runs it, as far as `run` or `watch` has seen. */
  unattended(): readonly string[]
  close(): Promise<void>
}

const DAY_SECONDS = 86_400
/** A process that is killed is noticed when its job's heartbeat is so old. */
const HEARTBEAT_SECONDS = 30

type Parts = {
  orm: MikroORM
  log: Logger
  jobs: readonly Job[]
  /** Carries the news of work between processes. Null: there is no other one. */
  bus: Bus | null
  /** The names of the `jobs` that this process runs, as `chooseJobs` reads them; all by default. */
  chosen?: readonly string[]
  maintains: boolean
}

/**
 * Opens the queues of `jobs`, which pg-boss keeps in the schema `pgboss` of the database; `migrate` has made it. Only where
 * `maintains`, this process looks after jobs that time out, and deletes old ones. Throws `StartupError` as `chooseJobs`.
 */
export async function openJobQueue({ orm, log, jobs, bus, chosen = [], maintains }: Parts): Promise<JobQueue> {
  const own = chooseJobs(jobs, chosen)
  const boss = createBoss(await bossDatabase(orm), { supervise: maintains, migrate: false })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', (warning) => log.warn(warning, 'the job queue reports a warning'))
  await boss.start()
  await openQueues(boss, jobs)
  const wake = createWake(bus)
  const here = followWork({ wake, bus, log })
  return {
    async enqueue(tx, job, payload) {
      const data = v.parse(job.payload, payload)
      const priority = await priorityOf(job, tx.em, data)
      await boss.send(job.name, data, { singletonKey: job.key(data), priority, db: fromKysely(tx.em.getKysely()) })
      tx.afterCommit(() => here.poke(job.name))
    },
    async wake(job) {
      await bringForward(boss, job)
      here.poke(job.name)
    },
    async act(tx, id, action) {
      const name = await actOnItem({ em: tx.em, boss, jobs }, id, action)
      tx.afterCommit(() => here.poke(name))
      return name
    },
    states: () => readJobStates(orm, jobs),
    unattended: () => here.watch?.unattended() ?? [],
    async run(app) {
      const watch = (here.watch = watchWork(app, jobs))
      const running = await runJobs({ app, boss, wake, jobs: own, all: jobs, watch })
      here.running = running
      return running
    },
    watch: (app) => keepWatching((here.watch = watchWork(app, jobs)), app),
    close: () => boss.stop({ graceful: false }),
  }
}

type Here = { running: RunningJobs | null; watch: WorkWatch | null; poke: (name: string) => void }

/** Connects what runs here with the other processes: each hears of work, and of those that are gone. */
function followWork({ wake, bus, log }: { wake: ReturnType<typeof createWake> } & Pick<Parts, 'bus' | 'log'>): Here {
  const here: Here = {
    running: null,
    watch: null,
    poke(name) {
      here.running?.due(name, 0)
      wake.tell(name)
    },
  }
  wake.hear({
    due: (name, inMs) => here.running?.due(name, inMs),
    retry: () => here.running?.lookSoon(),
  })
  bus?.onMissed(async () => here.running?.look())
  bus?.onPeer({
    came: () => {},
    left: () =>
      void here.running
        ?.takeOver()
        .then(() => here.running?.look())
        .catch((error: unknown) => log.error({ err: error }, 'the jobs of a process that is gone were not taken over')),
  })
  return here
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
