import { getRollbackPlans } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { query } from '../../testing/query.ts'
import { startTestServer } from '../../testing/server.ts'
import { openDirectSession } from '../database/direct-session.ts'
import { migrate, requireMigrated } from '../database/migrate.ts'
import { openOrm } from '../database/orm.ts'
import { migrateQueues, QUEUE_VERSION, readQueueState } from './migrate-queues.ts'

let database: ClonedDatabase
let orms: Awaited<ReturnType<typeof openOrm>>[]

beforeEach(async () => {
  database = await cloneDatabase()
  orms = await Promise.all([0, 1, 2].map(() => openOrm(database.url, domains)))
})
afterEach(async () => {
  for (const orm of orms) await orm.close(true)
  await database.drop()
})

const ofDatabase = async (): Promise<number | null> => (await readQueueState(orms[0] ?? expect.fail())).stored

function goBack(): Promise<unknown> {
  return query(database.url, getRollbackPlans('pgboss', QUEUE_VERSION))
}

test('servers that start together on a database without queues take turns', async () => {
  await query(database.url, 'drop schema pgboss cascade')
  expect(await ofDatabase()).toBeNull()
  await Promise.all(orms.map((orm) => migrate(orm)))
  expect(await readQueueState(orms[0] ?? expect.fail())).toEqual({ stored: QUEUE_VERSION, isWhole: true })
})

test('older tables of queues are brought up to date by the migration alone', async () => {
  const [orm = expect.fail(), waiting = expect.fail()] = orms
  await goBack()
  expect(await ofDatabase()).toBe(QUEUE_VERSION - 1)
  await expect(migrate(orm, { mode: 'off' })).rejects.toThrow(
    `The tables of the job queues have version ${QUEUE_VERSION - 1}, and this version needs ${QUEUE_VERSION}`,
  )
  await expect(requireMigrated(orm)).rejects.toThrow('MIGRATE=start')
  const start = startTestServer({ config: { databaseUrl: database.url, migrate: 'off' } })
  await expect(start).rejects.toThrow('The tables of the job queues have version')
  expect(await ofDatabase()).toBe(QUEUE_VERSION - 1)
  let hasWaited = false
  const waited = migrate(waiting, { mode: 'wait' }).then(() => (hasWaited = true))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(hasWaited).toBe(false)
  await migrate(orm)
  await waited
  expect(await ofDatabase()).toBe(QUEUE_VERSION)
})

test('tables of queues that a newer release has changed are refused, and stay as they are', async () => {
  const [orm = expect.fail()] = orms
  await query(database.url, `update pgboss.version set version = ${QUEUE_VERSION + 1}`)
  for (const mode of ['start', 'wait', 'off'] as const)
    await expect(migrate(orm, { mode })).rejects.toThrow(
      'A newer version of Vesper has changed the tables of the job queues',
    )
  expect(await ofDatabase()).toBe(QUEUE_VERSION + 1)
})

test('older tables of queues wait for processes that run jobs, and refuse to change under them', async () => {
  const [orm = expect.fail()] = orms
  await goBack()
  const worker = openDirectSession(database.url)
  const lock = await worker.tryLock('job:mail.deliver:mail.deliver')
  await expect(migrateQueues(database.url, { stored: QUEUE_VERSION - 1 }, 300)).rejects.toThrow(
    'Stop every server and worker that runs jobs',
  )
  expect(await ofDatabase()).toBe(QUEUE_VERSION - 1)
  const migrated = migrate(orm)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(await ofDatabase()).toBe(QUEUE_VERSION - 1)
  await lock?.release()
  await worker.close()
  await migrated
  expect(await ofDatabase()).toBe(QUEUE_VERSION)
})
