import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { StartupError } from '../../startup-error.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import { query } from '../../testing/query.ts'
import { startTestServer } from '../../testing/server.ts'
import { contract } from '../sync/history/contract-job.ts'
import { migrate } from './migrate.ts'
import { openOrm } from './orm.ts'
import { RELEASE } from './stored-migrations.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const existing = join(import.meta.dirname, 'migrations')
const ONLINE = 'Migration29990101000000_online'

test('an index is built beside writers while two other servers wait for the migration, and all three start', async () => {
  const { orms, url } = await serversWith('create index concurrently "post_online_index" on "post" ("id")', 3)
  // A writer keeps the building waiting for a moment, so that the others come meanwhile.
  const writer = await openTransaction(url, 'lock table post in row exclusive mode')
  const started = Promise.all(orms.map((orm) => migrate(orm)))
  await delay(1_000)
  await writer.end()
  await started
  expect(await indexes(url)).toEqual([{ valid: true }])
}, 60_000)

test('a broken index that a migration builds is built anew, and one that an operator builds stays', async () => {
  const { orms, url } = await serversWith(
    'create index concurrently if not exists "post_online_index" on "post" ("id")',
    1,
  )
  for (const name of ['post_online_index', 'by_hand'])
    await query(
      url,
      `create index ${name} on post (id); update pg_index set indisvalid = false where indexrelid = '${name}'::regclass`,
    )
  await migrate(orms[0] ?? expect.fail())
  expect(await indexes(url)).toEqual([{ valid: true }])
  expect(await indexes(url, 'by_hand')).toEqual([{ valid: false }])
}, 60_000)

test('a migration that a long transaction holds up lets writers through, and is tried until it succeeds', async () => {
  const { orms, url } = await serversWith('alter table "post" add "online" text null', 1)
  const holder = await openTransaction(url, 'lock table post in access share mode')
  const started = migrate(orms[0] ?? expect.fail())
  await delay(1_500)
  const began = performance.now()
  await query(url, 'update post set text = text')
  // Three seconds at most: the migration gives way.
  expect(performance.now() - began).toBeLessThan(4_000)
  await holder.end()
  await started
  expect(await query(url, 'select online from post')).toEqual([])
}, 60_000)

test('with MIGRATE=wait a server waits for one that migrates, with MIGRATE=off it refuses to start', async () => {
  const { orms } = await serversWith('alter table "post" add "online" text null', 2)
  const [first, second] = orms
  if (!first || !second) expect.fail()
  await expect(migrate(first, { mode: 'off' })).rejects.toThrow(StartupError)
  let hasStarted = false
  const waiting = migrate(first, { mode: 'wait' }).then(() => (hasStarted = true))
  await delay(1_000)
  expect(hasStarted).toBe(false)
  await migrate(second)
  await waiting
  await migrate(first, { mode: 'off' })
}, 60_000)

test('a table of an older release goes an hour after a server of that release was seen', async () => {
  const server = await startTestServer({ services: 'off' })
  cleanUps.push(server.stop)
  const url = server.app.config.databaseUrl ?? ''
  await query(url, 'create table old_thing (id int)')
  const path = await folderWith('drop table old_thing')
  const seen = (minutes: number) =>
    query(
      url,
      `insert into "server" (id, release, seen_at) values ('00000000-0000-4000-8000-000000000000', '0.1.0', now() - interval '${minutes} minutes')
       on conflict (id) do update set seen_at = excluded.seen_at`,
    )
  await seen(59)
  expect(await contract(server.app, path)).toBe(0)
  await query(url, 'select from old_thing')
  await seen(61)
  expect(await contract(server.app, path)).toBe(1)
  await expect(query(url, 'select from old_thing')).rejects.toThrow('does not exist')
  expect(await contract(server.app, path)).toBe(0)
  expect(await query(url, `select release from "server" where run is not null`)).toEqual([{ release: RELEASE }])
}, 60_000)

/** ORMs of servers whose release brings one more migration than their database has. */
async function serversWith(sql: string, count: number): Promise<{ orms: MikroORM[]; url: string }> {
  const database = await cloneDatabase()
  cleanUps.push(() => database.drop())
  const path = await folderWith(sql)
  for (const file of readdirSync(existing)) {
    if (file.endsWith('.ts')) await symlink(join(existing, file), join(path, file))
  }
  const orms = await Promise.all(Array.from({ length: count }, () => openOrm(database.url, domains, { path })))
  cleanUps.push(() => Promise.all(orms.map((orm) => orm.close(true))))
  return { orms, url: database.url }
}

/** A folder with one migration. It is beside this file, so that it finds its imports. */
async function folderWith(sql: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vesper-online-'))
  cleanUps.push(() => rm(path, { recursive: true }))
  await mkdir(path, { recursive: true })
  const migrations = import.meta.resolve('@mikro-orm/migrations')
  await writeFile(
    join(path, `${ONLINE}.ts`),
    `import { Migration } from '${migrations}'
export class ${ONLINE} extends Migration {
  override name = '${ONLINE}'
  override isTransactional(): boolean { return ${!sql.includes('concurrently')} }
  override up(): void { this.addSql(\`${sql}\`) }
}`,
  )
  return path
}

async function openTransaction(url: string, statement: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return client
}

function indexes(url: string, name = 'post_online_index') {
  return query(
    url,
    `select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = '${name}'`,
  )
}
