import type { WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { domains } from '../../../domains.ts'
import { cloneDatabase } from '../../../testing/postgres.ts'
import { query } from '../../../testing/query.ts'
import { startRecoverableCluster } from '../../../testing/recoverable-cluster.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { migrate } from '../../database/migrate.ts'
import { openOrm } from '../../database/orm.ts'
import { transact } from '../../database/transaction.ts'
import { openJobQueue } from '../../jobs/job-queue.ts'
import type { RecurringJob } from '../../jobs/job.ts'
import { makePair, say } from '../testing/person.ts'
import { TestDevice, textMutation } from '../testing/test-device.ts'
import { isMoneyHeld, releaseMoney } from './history.ts'
import { joinRun, keepLease, leaveRun } from './server-lease.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const RESTARTS = 40
const SECRET = 'a secret that the servers of these tests share'

test(`[TIME-5] ${RESTARTS} rolling restarts with a write after each reset no space of a device that was away`, async () => {
  const { server, orm, device, write } = await oneServer()
  await device.syncAll()
  const { run } = device
  let lease = await joinRun(orm)
  await execute(server, `update "server" set run = null where id <> '${lease.id}'`)
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const next = await joinRun(orm)
    await leaveRun(orm, lease)
    lease = next
    await write()
  }
  const answers = await device.syncAll()
  expect(answers.flatMap(({ spaces }) => spaces.filter(({ reset }) => reset))).toEqual([])
  expect(answers[0]?.run).toBe(run)
  expect(textsOf(device)).toHaveLength(RESTARTS)

  // Restarts that leave the database alone begin runs, more than a space remembers.
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await leaveRun(orm, lease)
    lease = await joinRun(orm)
    await write()
  }
  const [reset] = await device.syncAll()
  expect(reset?.run).toBeGreaterThan(run)
  expect(reset?.spaces.some((patch) => patch.reset)).toBe(true)
})

test('[TIME-5] a process that was not seen for 15 s holds no run', async () => {
  const { server, orm, device } = await oneServer()
  await device.syncAll()
  await execute(server, `update "server" set seen_at = now() - interval '14 seconds'`)
  expect((await joinRun(orm)).run).toBe(device.run)
  await execute(server, `update "server" set seen_at = now() - interval '16 seconds'`)
  expect((await joinRun(orm)).run).toBeGreaterThan(device.run)
})

test('a lease counts the servers that live: no workers, none that have left, none that were not seen for 15 s', async () => {
  const { server, orm } = await oneServer()
  await execute(server, 'delete from "server"')
  const first = await joinRun(orm)
  const second = await joinRun(orm)
  expect([first.servers, second.servers]).toEqual([1, 2])
  await joinRun(orm, { serves: false })
  await leaveRun(orm, first)
  const third = await joinRun(orm)
  expect(third.servers).toBe(2)
  await execute(server, `update "server" set seen_at = now() - interval '16 seconds' where id = '${second.id}'`)
  expect((await joinRun(orm)).servers).toBe(2)
})

test('[TIME-5] recovery to a point in time under running servers: each pull has a new run, lost rows go, mutations come back once', async () => {
  const { cluster, url } = await recoverable()
  const [a, b] = [await serverOn(url), await serverOn(url)]
  cleanUps.push(a.stop, b.stop)
  const { fan, creator, conversationId } = await makePair(a, 1)
  const devices = [new TestDevice(a, fan), new TestDevice(b, creator)] as const
  await cluster.backUp()
  await devices[0].sync([textMutation(conversationId, 'before the point')])
  await execute(a, `select pg_create_restore_point('point')`)
  const unheard = textMutation(conversationId, 'its answer is lost')
  await devices[0].post(devices[0].request([unheard]))
  await devices[0].sync([unheard])
  await devices[0].sync([textMutation(conversationId, 'lost')])
  for (const device of devices) await device.syncAll()
  const runs = devices.map(({ run }) => run)
  const held = devices[0].cursor[`c:${conversationId}`]

  await cluster.recoverTo('point')
  await reconnected(a, b)
  // Another device comes as far again, so that the versions alone tell nothing.
  await say(b, creator, { to: conversationId, text: 'after the recovery' })
  await say(b, creator, { to: conversationId, text: 'and this' })
  const again = await repeat(devices[0], [unheard])
  expect(again.map(({ outcomes }) => outcomes.map(({ status }) => status))).toEqual([['applied'], ['applied']])
  for (const [index, device] of devices.entries()) {
    await device.syncAll()
    expect(device.run).toBeGreaterThan(runs[index] ?? Infinity)
    expect(textsOf(device)).toEqual(['before the point', 'after the recovery', 'and this', 'its answer is lost'])
  }
  expect(devices[0].cursor[`c:${conversationId}`]).toBeGreaterThan(held ?? Infinity)
  expect(await isMoneyHeld(a.app)).toBe(true)
  expect(await transact(b.app, null, releaseMoney)).toBe(true)
  expect([await isMoneyHeld(a.app), await transact(b.app, null, releaseMoney)]).toEqual([false, false])
})

test('[TIME-5] a device that only pulls after a recovery drops lost rows, though nothing was written since', async () => {
  const { cluster, url } = await recoverable()
  const server = await serverOn(url)
  cleanUps.push(server.stop)
  const { fan, conversationId } = await makePair(server, 1)
  const device = new TestDevice(server, fan)
  await cluster.backUp()
  await execute(server, `select pg_create_restore_point('point')`)
  await device.sync([textMutation(conversationId, 'lost')])
  const { run } = device
  await cluster.recoverTo('point')
  await reconnected(server)
  const [answer] = await device.syncAll()
  expect(answer?.run).toBeGreaterThan(run)
  expect(textsOf(device)).toEqual([])
})

test('[TIME-5] a disk that goes back on the same timeline begins a run with the first push', async () => {
  const { cluster, url } = await recoverable()
  const server = await serverOn(url)
  cleanUps.push(server.stop)
  const { fan, conversationId } = await makePair(server, 1)
  const device = new TestDevice(server, fan)
  await device.sync([textMutation(conversationId, 'kept')])
  await cluster.snapshot()
  await reconnected(server)
  for (const text of ['lost', 'also lost', 'and this']) await device.sync([textMutation(conversationId, text)])
  const { run } = device
  await cluster.rollBack()
  await reconnected(server)
  await device.sync([textMutation(conversationId, 'after')])
  await device.syncAll()
  expect(device.run).toBeGreaterThan(run)
  expect(textsOf(device)).toEqual(['kept', 'after'])
  expect(await isMoneyHeld(server.app)).toBe(true)
})

test('[TIME-5] a restart of PostgreSQL goes on in the run, but begins one where the role may not read timelines', async () => {
  const { cluster, url } = await recoverable()
  const server = await serverOn(url)
  cleanUps.push(server.stop)
  const { fan } = await makePair(server, 1)
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const { run } = device
  await cluster.restart()
  await reconnected(server)
  await device.syncAll()
  expect(device.run).toBe(run)

  await execute(server, "create role plain login password 'plain'")
  await execute(server, 'grant all on all tables in schema public, pgboss to plain')
  await execute(server, 'grant all on schema public, pgboss to plain')
  await execute(server, 'revoke execute on function pg_walfile_name(pg_lsn) from public')
  await server.stop()
  cleanUps.pop()
  const plainUrl = Object.assign(new URL(url), { username: 'plain', password: 'plain' })
  const plain = await serverOn(plainUrl.href)
  cleanUps.push(plain.stop)
  const blind = onServer(device, plain)
  await blind.syncAll()
  const before = blind.run
  await cluster.restart()
  await reconnected(plain)
  await blind.syncAll()
  expect(blind.run).toBeGreaterThan(before)
  expect(await isMoneyHeld(plain.app)).toBe(false)

  await plain.stop()
  cleanUps.pop()
  await restoreTables(url)
  await query(url, 'grant all on all tables in schema public to plain')
  const restored = await serverOn(plainUrl.href)
  cleanUps.push(restored.stop)
  expect(await isMoneyHeld(restored.app)).toBe(true)
})

test('a backup that is restored in the same cluster holds money, while servers are stopped and while they run', async () => {
  const database = await cloneDatabase()
  cleanUps.push(() => database.drop())
  const orm = await openOrm(database.url, domains)
  cleanUps.push(() => orm.close(true))
  const read = async () => {
    const [row] = await orm.em
      .fork()
      .execute<{ held: boolean; run: string }[]>('select held_at is not null as held, run from epoch')
    return { held: row?.held, run: Number(row?.run) }
  }
  const first = await joinRun(orm)
  await leaveRun(orm, first)
  const again = await joinRun(orm)
  expect(await read()).toEqual({ held: false, run: again.run })
  await restoreTables(database.url)
  // Its row of the backup was seen lately, and would share the run.
  const afterwards = await joinRun(orm)
  expect(afterwards.run).toBeGreaterThan(again.run)
  expect((await read()).held).toBe(true)
  // A start after an upgrade finds nothing stored.
  await query(database.url, 'update epoch set oids = null, held_at = null')
  await leaveRun(orm, await joinRun(orm))
  expect((await read()).held).toBe(false)

  const server = await serverOn(database.url)
  cleanUps.push(server.stop)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const kept = await keepLease(server.app)
  cleanUps.push(kept.stop)
  const { run } = await read()
  await restoreTables(database.url)
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect((await read()).held).toBe(true), 10_000)
  expect((await read()).run).toBeGreaterThan(run)
})

test('after a restore, a job that moves money runs once the operator has released it, and others run at once', async () => {
  const ran: string[] = []
  const job = (name: string, movesMoney?: true): RecurringJob => ({
    ...{ kind: 'recurring', name, everySeconds: 3600, ...(movesMoney && { movesMoney }) },
    run: () => Promise.resolve(void ran.push(name)),
  })
  const jobs = [job('test.money', true), job('test.other')]
  const { server } = await oneServer()
  await execute(server, 'update epoch set held_at = now()')
  const { orm, log } = server.app
  const queue = await openJobQueue({ orm, log, bus: null, jobs, maintains: false })
  cleanUps.push(() => queue.close())
  const running = await queue.run({ ...server.app, jobs: queue })
  cleanUps.push(running.stop)
  await vi.waitFor(() => expect(ran).toEqual(['test.other']), 20_000)
  await vi.waitFor(async () => expect((await queue.states())[0]).toMatchObject({ queued: 1, active: 0 }), 20_000)
  expect(ran).toEqual(['test.other'])
  await transact(server.app, null, releaseMoney)
  const [money] = jobs
  if (money) await queue.wake(money)
  await vi.waitFor(() => expect(ran).toEqual(['test.other', 'test.money']), 20_000)
})

test('a server says that it lives, and its run ends for others once it has stopped', async () => {
  const database = await cloneDatabase()
  cleanUps.push(() => database.drop())
  const server = await serverOn(database.url)
  const seen = () => execute<{ run: string | null; seen: string }>(server, 'select run, seen_at as seen from "server"')
  const [entered] = await seen()
  expect(entered?.run).not.toBeNull()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const kept = await keepLease(server.app)
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect((await seen())[0]?.seen).not.toBe(entered?.seen), 10_000)
  await kept.stop()
  await server.stop()
  const orm = await openOrm(database.url, domains)
  expect(await orm.em.fork().execute('select run from "server"')).toEqual([{ run: null }])
  await orm.close(true)
})

async function oneServer() {
  const server = await startTestServer({ services: 'off' })
  cleanUps.push(server.stop)
  const { fan, creator, conversationId } = await makePair(server, 1)
  const write = () => say(server, creator, { to: conversationId, text: 'written' })
  return { server, orm: server.app.orm, device: new TestDevice(server, fan), write }
}

async function recoverable() {
  const cluster = await startRecoverableCluster()
  cleanUps.push(cluster.stop)
  const url = cluster.url('vesper')
  const orm = await openOrm(url, domains)
  await migrate(orm)
  await orm.close(true)
  return { cluster, url }
}

/** Makes the table of the epoch anew with its rows, as `pg_restore --clean` does. */
async function restoreTables(url: string): Promise<void> {
  const former = `former_${Date.now()}`
  await query(
    url,
    `begin; alter table epoch rename to ${former}; create table epoch (like ${former} including all);
     insert into epoch select * from ${former}; commit`,
  )
}

function serverOn(databaseUrl: string): Promise<TestServer> {
  return startTestServer({ config: { databaseUrl, jwtSecrets: [SECRET] }, services: 'off' })
}

/** The servers' pools notice that their connections are lost. */
async function reconnected(...servers: TestServer[]): Promise<void> {
  for (const server of servers) await vi.waitFor(() => execute(server, 'select 1'), { timeout: 20_000, interval: 100 })
}

function execute<Row>({ app }: TestServer, statement: string): Promise<Row[]> {
  return app.orm.em.fork().execute<Row[]>(statement)
}

/** The same device, which now calls another server. */
function onServer(device: TestDevice, server: TestServer): TestDevice {
  const moved = new TestDevice(server, device.person)
  const { turn, incarnation, epoch, run, cursor } = device
  Object.assign(moved, { device: device.device, turn, incarnation, epoch, run, cursor, rows: device.rows })
  return moved
}

async function repeat(device: TestDevice, mutations: WireMutation[]) {
  return [await device.sync(mutations), await device.sync(mutations)]
}

function textsOf(device: TestDevice): string[] {
  const messages = device.all<{ text: string; seq: number }>('messages')
  return messages.toSorted((a, b) => a.seq - b.seq).map(({ text }) => text)
}
