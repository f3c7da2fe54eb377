import type { MikroORM } from '@mikro-orm/postgresql'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../../app.ts'
import { domains } from '../../domains.ts'
import { memoryNetwork } from '../../testing/memory-transport.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { query } from '../../testing/query.ts'
import { createBus } from '../bus/bus.ts'
import { openDirectSession } from '../database/direct-session.ts'
import { openOrm } from '../database/orm.ts'
import { transact } from '../database/transaction.ts'
import { createLog } from '../http/log.ts'
import { readJobItems } from './job-items.ts'
import type { JobAction, JobItem } from './job-items.ts'
import { openJobQueue } from './job-queue.ts'
import type { JobQueue } from './job-queue.ts'
import type { QueuedJob, RecurringJob } from './job.ts'
import { queueWarning } from './queue-warning.ts'

type Server = {
  app: App
  orm: MikroORM
  jobs: JobQueue
  start: () => Promise<void>
  look: () => Promise<void>
  stop: () => Promise<void>
}
type Payload = { id: string }

let database: ClonedDatabase
let servers: { orm: MikroORM; stop: () => Promise<void> }[]
let logLines: string[]
let network: ReturnType<typeof memoryNetwork>
let runs: string[]
/** How far the clock of the servers is ahead (ms). */
let ahead: number

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  network = memoryNetwork()
  ;[servers, logLines, runs, ahead] = [[], [], [], 0]
})
afterEach(async () => {
  for (const { stop } of servers) await stop()
  await query(database.url, 'delete from pgboss.job')
})

/** The part of a server that jobs need, on the one database of this file. Names choose the jobs that it runs. */
async function openServer(...given: (QueuedJob<Payload> | RecurringJob | readonly string[])[]): Promise<Server> {
  const jobs = given.filter((job) => 'kind' in job)
  const chosen = given.flatMap((names) => ('kind' in names ? [] : names))
  const orm = await openOrm(database.url, domains)
  const log = createLog('debug', (line) => void logLines.push(line))
  const bus = await createBus(network.open, { log, times: { beatMs: 100, silentMs: 500 } })
  const queue = await openJobQueue({ orm, log, bus, jobs, chosen, maintains: true })
  const session = openDirectSession(database.url)
  const app = { domains, orm, session, log, clock: () => new Date(Date.now() + ahead) } as App
  let running: Awaited<ReturnType<JobQueue['run']>> | null = null
  let isStopped = false
  const server = {
    ...{ app, orm, jobs: queue },
    start: async () => void (running = await queue.run(app)),
    look: async () => running?.look(),
    stop: async () => {
      if (isStopped) return
      isStopped = true
      await running?.stop()
      await queue.close()
      await bus.stop()
      await session.close()
      await orm.close(true)
    },
  }
  servers.push(server)
  return server
}

function queued(name: string, given: Partial<QueuedJob<Payload>>): QueuedJob<Payload> {
  return {
    ...{ kind: 'queued', name, payload: v.object({ id: v.string() }) },
    key: ({ id }) => id,
    run: async (_app, { id }) => void runs.push(id),
    ...given,
  }
}

function recurring(name: string, run: RecurringJob['run']): RecurringJob {
  return { kind: 'recurring', name, everySeconds: 3600, run }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() }
}

function enqueue({ app, jobs }: Server, job: QueuedJob<Payload>, id: string): Promise<void> {
  return transact(app, null, (tx) => jobs.enqueue(tx, job, { id }))
}

test('a job runs at once after the commit of its transaction, and never without it', async () => {
  const job = queued('test.commit', {})
  const server = await openServer(job)
  await server.start()
  const failing = transact(server.app, null, async (tx) => {
    await server.jobs.enqueue(tx, job, { id: 'rolled back' })
    throw new Error('after all, no')
  })
  await expect(failing).rejects.toThrow('after all, no')
  const committed = ['committed', 'and again', 'once more']
  const took: number[] = []
  for (const [index, id] of committed.entries()) {
    const begun = performance.now()
    await enqueue(server, job, id)
    await vi.waitFor(() => expect(runs).toEqual(committed.slice(0, index + 1)))
    took.push(performance.now() - begun)
  }
  // A worker that had to ask by itself would need five seconds for each after the first; a busy machine holds up some.
  expect(Math.min(...took.slice(1))).toBeLessThan(2_000)
})

test('payloads of one key wait as one job', async () => {
  const job = queued('test.key', {})
  const server = await openServer(job)
  for (const id of ['one', 'one', 'two']) await enqueue(server, job, id)
  expect(await server.jobs.states()).toMatchObject([{ name: 'test.key', queued: 2 }])
  await server.start()
  await vi.waitFor(() => expect(runs.toSorted()).toEqual(['one', 'two']))
})

test('the waiting job with the lowest turn runs first, also after a restart', async () => {
  const turns: Record<string, number> = { a1: 0, a2: 1, a3: 2, b1: 0, b2: 1 }
  const job = queued('test.turns', { turn: async (_em, { id }) => turns[id] ?? 0 })
  const server = await openServer(job)
  for (const id of Object.keys(turns)) await enqueue(server, job, id)
  await server.start()
  await vi.waitFor(() => expect(runs).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']))
  runs = []
  const unfinished = async () => Object.keys(turns).map((id) => ({ id }))
  const next = await openServer({ ...job, unfinished })
  await server.stop()
  await next.start()
  await vi.waitFor(() => expect(runs).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']))
})

test('a job that fails is retried, logged, and visible as failed in the end', async () => {
  const job = queued('test.fail', {
    retries: 1,
    retrySeconds: 600,
    run: async (_app, { id }) => {
      runs.push(id)
      throw new Error(`attempt ${runs.length}`)
    },
  })
  const server = await openServer(job)
  await enqueue(server, job, 'x')
  await server.start()
  const state = async () => (await server.jobs.states())[0]
  await vi.waitFor(async () => expect(await state()).toMatchObject({ queued: 1, failed: 0, lastError: 'attempt 1' }))
  expect((await state())?.nextAt?.getTime()).toBeGreaterThan(Date.now() + 500_000)
  // The pause is over.
  await query(database.url, "update pgboss.job set start_after = now() where name = 'test.fail'")
  await vi.waitFor(async () => expect(await state()).toMatchObject({ queued: 0, failed: 1, lastError: 'attempt 2' }))
  expect(runs).toHaveLength(2)
  const logged = logLines.map((line) => JSON.parse(line) as { level: number; job?: string; attempt?: number })
  expect(logged.filter(({ job: name }) => name === 'test.fail')).toMatchObject([
    { level: 40, attempt: 1 },
    { level: 50, attempt: 2 },
  ])
})

test('a recurring job runs at the start, when woken, and when it asked to', async () => {
  const waits = [null, null, 300]
  const job = recurring('test.recurring', async () => {
    runs.push('run')
    return waits.shift() ?? null
  })
  const server = await openServer(job)
  await server.start()
  await vi.waitFor(() => expect(runs).toHaveLength(1))
  await vi.waitFor(async () => expect(await server.jobs.states()).toMatchObject([{ queued: 1, active: 0 }]))
  const [state] = await server.jobs.states()
  expect(state?.nextAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  await server.jobs.wake(job)
  await vi.waitFor(() => expect(runs).toHaveLength(2))
  await server.jobs.wake(job)
  await vi.waitFor(() => expect(runs).toHaveLength(4))
})

test('a recurring job that fails for good runs again in its time', async () => {
  const job = { ...recurring('test.rearmed', () => Promise.reject(new Error('no'))), retries: 0 }
  const server = await openServer(job)
  await server.start()
  await vi.waitFor(async () => expect(await server.jobs.states()).toMatchObject([{ queued: 1, active: 0, failed: 1 }]))
})

test('a recurring job runs one at a time over several servers, and no waking is lost', async () => {
  let atOnce = 0
  let most = 0
  const job = recurring('test.alone', async () => {
    most = Math.max(most, (atOnce += 1))
    await new Promise((resolve) => setTimeout(resolve, 200))
    atOnce -= 1
    runs.push('run')
  })
  const [a, b] = [await openServer(job), await openServer(job)]
  await Promise.all([a.start(), b.start()])
  for (let count = 0; count < 10; count += 1) {
    await Promise.all([a.jobs.wake(job), b.jobs.wake(job)])
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  const before = runs.length
  await a.jobs.wake(job)
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(before))
  expect(most).toBe(1)
})

test('a stop gives a running job back, and the next server runs it', async () => {
  let begun = () => {}
  const isRunning = new Promise<void>((resolve) => (begun = resolve))
  const job = queued('test.stop', {
    retries: 0,
    run: (_app, _payload, signal) =>
      new Promise((_resolve, reject) => {
        begun()
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  })
  const first = await openServer(job)
  await first.start()
  await enqueue(first, job, 'given back')
  await isRunning
  await first.stop()
  const second = await openServer(queued('test.stop', {}))
  expect(await second.jobs.states()).toMatchObject([{ queued: 1, active: 0, failed: 0 }])
  await second.start()
  await vi.waitFor(() => expect(runs).toEqual(['given back']))
})

test('a stop waits for a job that finishes', async () => {
  let begun = () => {}
  const isRunning = new Promise<void>((resolve) => (begun = resolve))
  const job = queued('test.finish', {
    run: async (_app, { id }) => {
      begun()
      await new Promise((resolve) => setTimeout(resolve, 300))
      runs.push(id)
    },
  })
  const server = await openServer(job)
  await server.start()
  await enqueue(server, job, 'finished')
  await isRunning
  await server.stop()
  expect(runs).toEqual(['finished'])
  const next = await openServer(job)
  expect(await next.jobs.states()).toMatchObject([{ queued: 0, active: 0, failed: 0 }])
})

test('an unfinished job of a killed server runs on the next one at its start; of a living one it does not', async () => {
  let begun = () => {}
  const isRunning = new Promise<void>((resolve) => (begun = resolve))
  const unfinished = () => Promise.resolve([{ id: 'half done' }])
  let hangs = 0
  const hanging = queued('test.killed', {
    retries: 20,
    run: (_app, _payload, signal) =>
      new Promise((_resolve, reject) => {
        // This process plays the killed one, whose worker may still run its own retry.
        if ((hangs += 1) > 1) return reject(new Error('killed'))
        begun()
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  })
  const killed = await openServer(hanging)
  await killed.start()
  await enqueue(killed, hanging, 'half done')
  await isRunning
  // It hears nothing of the next one.
  network = memoryNetwork()
  const next = await openServer(queued('test.killed', { retries: 20, unfinished }))
  await next.start()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(runs).toEqual([])
  // A killed process loses its connections, and with them the lock.
  await query(
    database.url,
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  await vi.waitFor(() => expect(runs).toContain('half done'), 30_000)
})

test('a lost wake-up of another process is made good where the bus finds a gap', async () => {
  const job = queued('test.gap', {})
  const [web, worker] = [await openServer(job), await openServer(job)]
  await worker.start()
  await enqueue(web, job, 'heard')
  await vi.waitFor(() => expect(runs).toEqual(['heard']))
  network.breakWith((frame) => (frame.includes('jobs:due') ? 'lose' : null))
  await enqueue(web, job, 'unheard')
  await vi.waitFor(() => expect(network.sent.at(-1)).toContain('beat'), 5_000)
  await vi.waitFor(() => expect(runs).toEqual(['heard', 'unheard']), 5_000)
})

test('work that failed in one process is retried by another one, while the first is busy', async () => {
  const [failing, held, busy] = [gate(), gate(), gate()]
  const job = (name: string) =>
    queued('test.retry', {
      retrySeconds: 1,
      run: async (_app, { id }) => {
        runs.push(`${id} by ${name}`)
        if (id === 'busy') await busy.opened
        if (id === 'held') await held.opened
        if (id !== 'again' || name === 'second') return
        await failing.opened
        throw new Error('not here')
      },
    })
  const first = await openServer(job('first'))
  const second = await openServer(job('second'))
  const expected: string[] = []
  const begins = (run: string) =>
    vi.waitFor(() => expect(runs).toEqual([...expected, run])).then(() => expected.push(run))
  await first.start()
  await enqueue(first, job(''), 'again')
  await begins('again by first')
  await enqueue(first, job(''), 'held')
  await second.start()
  await begins('held by second')
  await enqueue(first, job(''), 'busy')
  failing.open()
  await begins('busy by first')
  held.open()
  await vi.waitFor(() => expect(runs).toEqual([...expected, 'again by second']), 15_000)
  busy.open()
})

test('work for later starts in time in a process that is left alone with it', { timeout: 60_000 }, async () => {
  const once: number[] = []
  const job: RecurringJob = {
    ...recurring('test.later', async () => (once.push(performance.now()) === 1 ? 4_000 : null)),
    everySeconds: 3600,
  }
  const [first, second] = [await openServer(job), await openServer(job)]
  await first.start()
  await vi.waitFor(() => expect(once).toHaveLength(1))
  await second.start()
  // The start of the second one runs it, too.
  await vi.waitFor(() => expect(once).toHaveLength(2))
  once.length = 0
  await second.jobs.wake(job)
  await vi.waitFor(() => expect(once).toHaveLength(1))
  await first.stop()
  await vi.waitFor(() => expect(once).toHaveLength(2), 40_000)
  expect((once[1] ?? 0) - (once[0] ?? 0)).toBeGreaterThan(3_900)
  // Asking alone would take a minute.
  expect((once[1] ?? 0) - (once[0] ?? 0)).toBeLessThan(30_000)
})

test('a process runs the chosen jobs alone, and says which ones nobody runs', async () => {
  const [own, other] = [queued('test.own', {}), queued('test.other', {})]
  const worker = await openServer(['-test.other'], own, other)
  await enqueue(worker, own, 'own')
  await enqueue(worker, other, 'other')
  await query(database.url, "update pgboss.job set start_after = now() - interval '6 minutes'")
  await worker.start()
  await vi.waitFor(() => expect(runs).toEqual(['own']))
  // After a pause of the whole site all work is late.
  expect(worker.jobs.unattended()).toEqual([])
  await passSixMinutes(worker)
  expect(worker.jobs.unattended()).toEqual(['test.other'])
  expect(await queueWarning(worker)).toBe('no process runs test.other')
  const second = await openServer(['test.other'], own, other)
  await second.start()
  await vi.waitFor(() => expect(runs).toEqual(['own', 'other']))
  expect([second.jobs.unattended(), await queueWarning(second)]).toEqual([[], null])
})

test('a recurring job that every process leaves out is named', async () => {
  const [own, other] = [queued('test.own', {}), recurring('test.left-out', async () => void runs.push('run'))]
  const worker = await openServer(['-test.left-out'], own, other)
  await worker.start()
  await passSixMinutes(worker)
  expect(worker.jobs.unattended()).toEqual(['test.left-out'])
  const second = await openServer(['test.left-out'], own, other)
  await second.start()
  await vi.waitFor(() => expect(runs).toEqual(['run']))
  // Work that waits for its time is left to wait.
  await (await openServer(['-test.left-out'], own, other)).start()
  expect(await second.jobs.states()).toMatchObject([{ queued: 1 }, { queued: 0 }])
  expect(runs).toEqual(['run'])
})

test('a server that runs no jobs says which ones wait since the only worker died', async () => {
  const [job, dead] = [queued('test.waiting', {}), queued('test.died', {})]
  const web = await openServer(job, dead)
  for (const each of [job, dead]) for (const id of ['one', 'two']) await enqueue(web, each, id)
  // The worker died at the first of them.
  await query(
    database.url,
    `update pgboss.job set state = 'active', started_on = now() - interval '5 minutes', heartbeat_on = now() - interval '5 minutes'
      where name = 'test.died' and data->>'id' = 'one'`,
  )
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const watch = web.jobs.watch(web.app)
    await passSixMinutes(null)
    expect(await queueWarning(web)).toBeNull()
    vi.advanceTimersByTime(60_000)
    const warning = 'no process runs test.died, test.waiting'
    await vi.waitFor(async () => expect(await queueWarning(web)).toBe(warning))
    expect(logLines.filter((line) => line.includes('no process runs these jobs'))).toHaveLength(1)
    await watch.stop()
  } finally {
    vi.useRealTimers()
  }
})

/** Work that waits gets so old, and so do the processes; `server` looks then. */
async function passSixMinutes(server: Server | null): Promise<void> {
  ahead += 6 * 60_000
  await query(
    database.url,
    "update pgboss.job set start_after = start_after - interval '6 minutes' where state in ('created', 'retry')",
  )
  await server?.look()
}

test('a lock that comes late finds that the work was given back: it runs once', async () => {
  const job = queued('test.late', { retrySeconds: 1, concurrency: 2 })
  const [slow, next] = [await openServer(job), await openServer(job)]
  const { tryLock } = slow.app.session
  const [asked, late] = [gate(), gate()]
  slow.app.session.tryLock = async (key) => {
    asked.open()
    await late.opened
    return tryLock(key)
  }
  await slow.start()
  await enqueue(slow, job, 'late')
  await asked.opened
  await slowDown()
  // Another process has left: its work is looked for.
  await next.start()
  await vi.waitFor(() => expect(runs).toEqual(['late']), 15_000)
  await next.stop()
  late.open()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(runs).toEqual(['late'])
  expect(await slow.jobs.states()).toMatchObject([{ queued: 0, active: 0, failed: 0 }])
})

test('work that was given back while another process has its lock is not sent once more', async () => {
  const job = queued('test.busy', { retrySeconds: 600 })
  const [slow, next] = [await openServer(job), await openServer(job)]
  const [asked, late] = [gate(), gate()]
  slow.app.session.tryLock = async () => {
    asked.open()
    await late.opened
    return null
  }
  await slow.start()
  await enqueue(slow, job, 'busy')
  await asked.opened
  await slowDown()
  await next.start()
  expect(await next.jobs.states()).toMatchObject([{ queued: 1, active: 0 }])
  late.open()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await next.jobs.states()).toMatchObject([{ queued: 1, active: 0 }])
})

test('a process that looks for work of others leaves a try that began meanwhile', async () => {
  const job = queued('test.anew', {})
  const [web, next] = [await openServer(job), await openServer(job)]
  await enqueue(web, job, 'anew')
  const active =
    "update pgboss.job set state = 'active', started_on = now() - interval '4 seconds', heartbeat_on = now()"
  await query(database.url, active)
  const { tryLock } = next.app.session
  next.app.session.tryLock = async (key) => {
    await query(database.url, 'update pgboss.job set retry_count = 1, started_on = now()')
    return tryLock(key)
  }
  await next.start()
  expect(await next.jobs.states()).toMatchObject([{ queued: 0, active: 1 }])
})

test.each(['queued', 'recurring'] as const)('%s work no longer counts as running when its lock ends', async (kind) => {
  const name = `test.ended-${kind}`
  const job = kind === 'queued' ? queued(name, {}) : recurring(name, async () => void runs.push('run'))
  const server = await openServer(job)
  const { tryLock } = server.app.session
  const active: unknown[] = []
  server.app.session.tryLock = async (key) => {
    const lock = await tryLock(key)
    if (!lock) return null
    const release = async () => {
      active.push((await server.jobs.states())[0]?.active)
      await lock.release()
    }
    return { ...lock, release }
  }
  await server.start()
  if (job.kind === 'queued') await enqueue(server, job, 'one')
  await vi.waitFor(() => expect(active).toEqual([0]))
  expect(runs).toHaveLength(1)
})

/** Makes running work so old that its lock should be held. */
async function slowDown(): Promise<void> {
  await query(database.url, "update pgboss.job set started_on = now() - interval '5 seconds' where state = 'active'")
}

test('work of a process that is gone is given back at once, and what another one runs is left to it', async () => {
  const ends: (() => void)[] = []
  const job = queued('test.gone', {
    concurrency: 2,
    run: (_app, { id }) =>
      new Promise((resolve) => {
        runs.push(id)
        ends.push(resolve)
      }),
  })
  const living = await openServer(job)
  await living.start()
  await enqueue(living, job, 'living')
  await vi.waitFor(() => expect(runs).toEqual(['living']))
  // A process that was killed leaves this, without a lock.
  await enqueue(living, job, 'killed')
  await vi.waitFor(() => expect(runs).toEqual(['living', 'killed']))
  const url = database.url
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vesper locks' and datname = current_database()`,
  )
  await query(url, "update pgboss.job set started_on = now() - interval '4 seconds' where name = 'test.gone'")
  const next = await openServer(job)
  const states = async () => (await next.jobs.states())[0]
  expect(await states()).toMatchObject({ queued: 0, active: 2 })
  const lock = await living.app.session.tryLock('job:test.gone:living')
  await next.start()
  expect(await states()).toMatchObject({ queued: 1, active: 1 })
  await lock?.release()
  for (const end of ends.splice(0)) end()
})

test('failed work runs again or is dropped with a transaction, and not without its commit', async () => {
  const job = queued('test.again', {
    retries: 0,
    run: async (_app, { id }) => {
      runs.push(id)
      if (runs.length <= 2) throw new Error('not yet')
    },
  })
  const server = await openServer(job)
  const items = () => readJobItems(server.orm.em.fork(), [job])
  const failed = async () => (await server.jobs.states())[0]?.failed
  for (const id of ['first', 'second']) await enqueue(server, job, id)
  expect((await items()).map(({ state, data }) => [state, data])).toEqual([
    ['created', { id: 'first' }],
    ['created', { id: 'second' }],
  ])
  await server.start()
  await vi.waitFor(async () => expect(await failed()).toBe(2))
  const [first, second] = await items()
  expect(first).toMatchObject({ name: 'test.again', state: 'failed', attempts: 1, error: 'not yet' })
  const act = (item: JobItem | undefined, action: JobAction) =>
    transact(server.app, null, (tx) => server.jobs.act(tx, item?.id ?? '', action))
  const undone = transact(server.app, null, async (tx) => {
    await server.jobs.act(tx, first?.id ?? '', 'retry')
    throw new Error('after all, no')
  })
  await expect(undone).rejects.toThrow('after all, no')
  expect(await failed()).toBe(2)
  const twice = await Promise.allSettled([act(first, 'retry'), act(first, 'retry')])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await vi.waitFor(async () => expect([runs.slice(2), await failed()]).toEqual([['first'], 1]))
  await act(second, 'discard')
  expect(await items()).toEqual([])
  await expect(act(second, 'discard')).rejects.toThrow('There is no such job any more.')
  expect(runs).toHaveLength(3)
})
