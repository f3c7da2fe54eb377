import { setTimeout as delay } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Job as BossJob, PgBoss } from 'pg-boss'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import { isMoneyHeld } from '../sync/history/history.ts'
import { bringForward } from './bring-forward.ts'
import { readDueWork } from './due-work.ts'
import { holdLock, lockOf } from './hold-lock.ts'
import type { Job, QueuedJob, RecurringJob } from './job.ts'
import { LOOK_MS, lookAhead } from './look-ahead.ts'
import type { LookAhead } from './look-ahead.ts'
import { takeOver } from './take-over.ts'
import { unattendedOf } from './unattended-of.ts'
import type { Wake } from './wake.ts'

export type RunningJobs = {
  /** Has the workers of a queue look for jobs now, or in `inMs`. */
  due: LookAhead['due']
  /** Asks the database for work of which this process may not have heard. */
  look: LookAhead['look']
  /** Asks it in a moment. */
  lookSoon: LookAhead['lookSoon']
  /** Gives back what another process ran that is gone. */
  takeOver: () => Promise<void>
  /** The jobs whose work nobody runs, as far as the last look saw. */
  unattended: () => readonly string[]
  stop: () => Promise<void>
}

const STOP_LIMIT_MS = 10_000
/** How soon a job is tried again that another process is at. */
const BUSY_SECONDS = 2
/** How soon a job looks again whether money may move. */
const HELD_SECONDS = 60
/** Workers are told of work. One that nobody told asks by itself, long after `LookAhead` has asked for all of them. */
const POLL_SECONDS = 600

type Runner = {
  app: App
  boss: PgBoss
  wake: Wake
  stopping: AbortSignal
  poke: (name: string) => void
  ahead: LookAhead
}

type Given = { app: App; boss: PgBoss; wake: Wake; jobs: readonly Job[]; all: readonly Job[] }

/**
 * Starts the workers of `jobs`, which are those that this process runs of `all`; wakes the recurring ones, and enqueues what an
 * earlier server left unfinished.
 */
export async function runJobs({ app, boss, wake, jobs, all }: Given): Promise<RunningJobs> {
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const poke = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  let unattended: readonly string[] = []
  const own = new Set(namesOf(jobs))
  const read = async () => {
    const work = await readDueWork(app.orm, namesOf(all))
    const before = unattended.join()
    unattended = unattendedOf(work)
    if (unattended.length > 0 && unattended.join() !== before)
      app.log.warn({ jobs: unattended }, 'no process runs these jobs: look at WORKER_QUEUES')
    return work.filter(({ name }) => own.has(name))
  }
  const ahead = lookAhead({
    read,
    poke,
    failed: (error) => stopping.signal.aborted || app.log.error({ err: error }, 'the jobs could not be looked for'),
  })
  const runner: Runner = { app, boss, wake, stopping: stopping.signal, poke, ahead }
  for (const job of jobs) {
    await enqueueAtStart(runner, job)
    const ids: string[] = []
    workers.set(job.name, ids)
    const concurrency = job.kind === 'queued' ? (job.concurrency ?? 1) : 1
    while (ids.length < concurrency) ids.push(await work(runner, job))
  }
  const running: RunningJobs = {
    ...{ due: ahead.due, look: ahead.look, lookSoon: ahead.lookSoon, unattended: () => unattended },
    async takeOver() {
      if ((await takeOver({ app, boss, jobs })) > 0) ahead.lookSoon()
    },
    async stop() {
      stopping.abort()
      ahead.stop()
      const settled = Promise.all(jobs.map(({ name }) => boss.offWork(name)))
      await Promise.race([settled, delay(STOP_LIMIT_MS, undefined, { ref: false })])
    },
  }
  await running.takeOver()
  await ahead.look()
  return running
}

/** pg-boss runs the highest first. */
export async function priorityOf<Payload extends object>(
  job: QueuedJob<Payload>,
  em: EntityManager,
  payload: Payload,
): Promise<number> {
  return 0 - ((await job.turn?.(em, payload)) ?? 0)
}

async function enqueueAtStart({ app, boss }: Runner, job: Job): Promise<void> {
  if (job.kind === 'recurring') {
    await bringForward(boss, job)
    return
  }
  for (const payload of (await job.unfinished?.(app)) ?? []) {
    const priority = await priorityOf(job, app.orm.em.fork(), payload)
    await boss.send(job.name, payload, { singletonKey: job.key(payload), priority })
  }
}

function work(runner: Runner, job: Job): Promise<string> {
  const { boss, poke } = runner
  return boss.work<object>(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async ([claimed]) => {
    if (!claimed) return
    try {
      await runClaimed(runner, job, claimed)
    } finally {
      // The next one need not wait until the worker asks by itself.
      poke(job.name)
    }
  })
}

async function runClaimed(runner: Runner, job: Job, claimed: BossJob): Promise<void> {
  const { app, stopping, ahead, wake } = runner
  const again = (ms: number) => runAgain(runner, { job, data: claimed.data, ms })
  try {
    if (job.movesMoney && (await isMoneyHeld(app))) return await again(HELD_SECONDS * 1000)
    const isFree = await holdLock(app.session, lockOf(job, claimed.data), async (lost) => {
      const signal = AbortSignal.any([stopping, claimed.signal, lost])
      if (job.kind === 'recurring') await again(await runRecurring(app, job, signal))
      else await job.run(app, v.parse(job.payload, claimed.data), signal)
    })
    if (!isFree) await again(BUSY_SECONDS * 1000)
  } catch (error) {
    // It is given back, and counts no try.
    if (stopping.aborted) return again(0)
    const log = { err: error, job: job.name, payload: claimed.data, attempt: claimed.retryCount + 1 }
    const isLast = claimed.retryCount >= (job.retries ?? 3)
    if (isLast) app.log.error(log, 'a job failed')
    else app.log.warn(log, 'a job failed and will be retried')
    if (isLast && job.kind === 'recurring') await again(job.everySeconds * 1000)
    // pg-boss chooses when it is retried, and notes that once this has thrown.
    ahead.lookSoon()
    wake.tellRetry()
    throw error
  }
}

type Again = { job: Job; data: object; ms: number }

/** Has a job run once more in `ms`, in whichever process runs it first then. */
async function runAgain({ boss, wake, ahead }: Runner, { job, data, ms }: Again): Promise<void> {
  const singletonKey = job.kind === 'queued' ? job.key(data) : job.name
  await boss.send(job.name, data, { singletonKey, startAfter: ms / 1000 })
  ahead.due(job.name, ms)
  // Later than that it is found by asking.
  if (ms <= LOOK_MS) wake.tell(job.name, ms)
}

/** Gives when it runs next, in milliseconds. */
async function runRecurring(app: App, job: RecurringJob, signal: AbortSignal): Promise<number> {
  const wait = await job.run(app, signal)
  return Math.min(wait ?? Infinity, job.everySeconds * 1000)
}

function namesOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ name }) => name)
}
