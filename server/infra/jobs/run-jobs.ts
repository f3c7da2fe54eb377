import { setTimeout as delay } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Job as BossJob, PgBoss } from 'pg-boss'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import { isMoneyHeld } from '../sync/history/history.ts'
import { holdLock } from './hold-lock.ts'
import type { Job, QueuedJob, RecurringJob } from './job.ts'

export type RunningJobs = {
  /** Has the workers of a queue look for jobs now: a commit of this process has made one. */
  poke: (name: string) => void
  stop: () => Promise<void>
}

const STOP_LIMIT_MS = 10_000
/** How soon a job is tried again that another process is at. */
const BUSY_SECONDS = 2
/** How soon a job looks again whether money may move. */
const HELD_SECONDS = 60
/** Jobs of other processes are found by asking, within so many seconds. */
const POLL_SECONDS = { min: 5, max: 60 }

type Runner = {
  app: App
  boss: PgBoss
  stopping: AbortSignal
  poke: (name: string) => void
  pokeLater: (name: string, ms: number) => void
}

/** Starts the workers of all jobs; wakes the recurring ones, and enqueues what an earlier server left unfinished. */
export async function runJobs({
  app,
  boss,
  jobs,
}: {
  app: App
  boss: PgBoss
  jobs: readonly Job[]
}): Promise<RunningJobs> {
  const workers = new Map<string, string[]>()
  const timers = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()
  const poke = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const pokeLater = (name: string, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      poke(name)
    }, ms).unref()
    timers.add(timer)
  }
  const runner: Runner = { app, boss, stopping: stopping.signal, poke, pokeLater }
  for (const job of jobs) {
    await enqueueAtStart(runner, job)
    const ids: string[] = []
    workers.set(job.name, ids)
    const concurrency = job.kind === 'queued' ? (job.concurrency ?? 1) : 1
    while (ids.length < concurrency) ids.push(await work(runner, job))
  }
  return {
    poke,
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      const settled = Promise.all(jobs.map(({ name }) => boss.offWork(name)))
      await Promise.race([settled, delay(STOP_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

/** Has a recurring job wait for nothing but a worker. */
export async function bringForward(boss: PgBoss, { name }: RecurringJob): Promise<void> {
  const isNew = await boss.send(name, null, { singletonKey: name })
  if (!isNew) await boss.update(name, undefined, { singletonKey: name, startAfter: 0 })
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
  const pollingIntervalSeconds = pollSeconds(job)
  return boss.work<object>(job.name, { pollingIntervalSeconds }, async ([claimed]) => {
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
  const { app, boss, stopping } = runner
  const key = job.kind === 'queued' ? job.key(claimed.data) : job.name
  const again = async (ms: number) => {
    await boss.send(job.name, claimed.data, { singletonKey: key, startAfter: ms / 1000 })
    if (!stopping.aborted) runner.pokeLater(job.name, ms)
  }
  try {
    if (job.movesMoney && (await isMoneyHeld(app))) return await again(HELD_SECONDS * 1000)
    const isFree = await holdLock(app.session, `job:${job.name}:${key}`, async (lost) => {
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
    throw error
  }
}

/** Gives when it runs next, in milliseconds. */
async function runRecurring(app: App, job: RecurringJob, signal: AbortSignal): Promise<number> {
  const wait = await job.run(app, signal)
  return Math.min(wait ?? Infinity, job.everySeconds * 1000)
}

function pollSeconds(job: Job): number {
  if (job.kind === 'queued') return POLL_SECONDS.min
  return Math.min(Math.max(job.everySeconds / 10, POLL_SECONDS.min), POLL_SECONDS.max)
}
