import { setTimeout as delay } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Job as BossJob, PgBoss } from 'pg-boss'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import { isMoneyHeld } from '../sync/history/history.ts'
import { bringForward } from './bring-forward.ts'
import { handOn, isHeld } from './hand-on.ts'
import { holdLock, lockOf } from './hold-lock.ts'
import type { Job, QueuedJob, RecurringJob } from './job.ts'
import { LOOK_MS, lookAhead } from './look-ahead.ts'
import type { LookAhead } from './look-ahead.ts'
import { takeOver } from './take-over.ts'
import type { Wake } from './wake.ts'
import type { WorkWatch } from './watch-work.ts'

export type RunningJobs = {
  /** Has the workers of a queue look for jobs now, or in `inMs`. */
  due: LookAhead['due']
  /** Asks the database for work of which this process may not have heard. */
  look: LookAhead['look']
  /** Asks it in a moment. */
  lookSoon: LookAhead['lookSoon']
  /** Gives back what another process ran that is gone. */
  takeOver: () => Promise<void>
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

type Given = { app: App; boss: PgBoss; wake: Wake; jobs: readonly Job[]; all: readonly Job[]; watch: WorkWatch }

/**
 * Starts the workers of `jobs`, which are those that this process runs of `all`; wakes the recurring ones, and enqueues what an
 * earlier server left unfinished. Recurring jobs of other processes wait for those, where they show if there are none.
 */
export async function runJobs({ app, boss, wake, jobs, all, watch }: Given): Promise<RunningJobs> {
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const poke = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const own = new Set(namesOf(jobs))
  const ahead = lookAhead({
    read: async () => (await watch.read()).filter(({ name }) => own.has(name)),
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
  await openRecurring(runner, all)
  const running: RunningJobs = {
    ...{ due: ahead.due, look: ahead.look, lookSoon: ahead.lookSoon },
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

/** Has each recurring job wait that neither waits nor runs. */
async function openRecurring({ app, boss }: Runner, jobs: readonly Job[]): Promise<void> {
  const known = await app.orm.em.fork().execute<{ name: string }[]>(
    `select distinct name from pgboss.job
      where name in (select jsonb_array_elements_text(?::jsonb)) and state in ('created', 'retry', 'active')`,
    [JSON.stringify(namesOf(jobs))],
  )
  const there = new Set(known.map(({ name }) => name))
  for (const { kind, name } of jobs)
    if (kind === 'recurring' && !there.has(name)) await boss.send(name, null, { singletonKey: name })
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
  const { app, boss, stopping, ahead, wake } = runner
  const again = async (ms: number) => {
    if (await handOn({ app, boss, job, claimed, ms })) tellOf(runner, job, ms)
  }
  try {
    if (job.movesMoney && (await isMoneyHeld(app))) return await again(HELD_SECONDS * 1000)
    const isFree = await holdLock(app.session, lockOf(job, claimed.data), async (lost) => {
      // The lock may have come so late that the work counts as that of a process that is gone.
      if (!(await isHeld(app.orm.em.fork(), claimed))) return
      const signal = AbortSignal.any([stopping, claimed.signal, lost])
      if (job.kind === 'recurring') await again(await runRecurring(app, job, signal))
      else {
        await job.run(app, v.parse(job.payload, claimed.data), signal)
        // Under the lock: work that counts as running while nobody holds it is given back.
        await boss.complete(job.name, claimed)
      }
    })
    if (!isFree) await again(BUSY_SECONDS * 1000)
  } catch (error) {
    // It is given back, and counts no try.
    if (stopping.aborted) return again(0)
    const log = { err: error, job: job.name, payload: claimed.data, attempt: claimed.retryCount + 1 }
    const isLast = claimed.retryCount >= (job.retries ?? 3)
    if (isLast) app.log.error(log, 'a job failed')
    else app.log.warn(log, 'a job failed and will be retried')
    if (isLast && job.kind === 'recurring') await runLater(runner, job)
    // pg-boss chooses when it is retried, and notes that once this has thrown.
    ahead.lookSoon()
    wake.tellRetry()
    throw error
  }
}

/** Has a job that failed for good begin anew in its time. */
async function runLater(runner: Runner, job: RecurringJob): Promise<void> {
  await runner.boss.send(job.name, null, { singletonKey: job.name, startAfter: job.everySeconds })
  tellOf(runner, job, job.everySeconds * 1000)
}

/** Has whichever process is free first know of work that is due in `ms`. */
function tellOf({ wake, ahead }: Runner, { name }: Job, ms: number): void {
  ahead.due(name, ms)
  // Later than that it is found by asking.
  if (ms <= LOOK_MS) wake.tell(name, ms)
}

/** Gives when it runs next, in milliseconds. */
async function runRecurring(app: App, job: RecurringJob, signal: AbortSignal): Promise<number> {
  const wait = await job.run(app, signal)
  return Math.min(wait ?? Infinity, job.everySeconds * 1000)
}

function namesOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ name }) => name)
}
