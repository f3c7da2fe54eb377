import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from './testing/postgres.ts'
import type { ClonedDatabase } from './testing/postgres.ts'
import { query } from './testing/query.ts'
import { spawnServer } from './testing/server-process.ts'

let dataDir: string
let database: ClonedDatabase

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-worker-'))
  database = await cloneDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const OLD_MAIL = `insert into mail (id, "to", subject, text, created_at, attempts, next_attempt_at)
  values (gen_random_uuid(), 'a@b.test', 's', 't', now() - interval '40 days', 0, now())`

test('a worker runs the jobs of a server that runs none, and stops cleanly', { timeout: 60_000 }, async () => {
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, JOBS: 'off' }
  await query(database.url, OLD_MAIL)
  const server = spawnServer(env)
  await server.ready
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await query(database.url, 'select id from mail')).toHaveLength(1)
  const worker = spawnServer(env, 'worker')
  await worker.ready
  await vi.waitFor(async () => expect(await query(database.url, 'select id from mail')).toEqual([]), 20_000)
  expect(await worker.end('SIGTERM')).toBe(0)
  expect(await query(database.url, "select name from pgboss.job where state = 'active'")).toEqual([])
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a worker does not start on a data directory where no server runs', { timeout: 30_000 }, async () => {
  const worker = spawnServer({ DATA_DIR: dataDir }, 'worker')
  expect(await worker.exited).toBe(1)
  expect(worker.stderr()).toContain('Start it first')
})
