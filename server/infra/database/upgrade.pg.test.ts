import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { StartupError } from '../../startup-error.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { openOrm } from './orm.ts'
import { VERSION } from './stored-migrations.ts'
import { fillTables, readTables } from './testing/fill-tables.ts'

/** The newest migration of version 0.1.0. */
const LAST_OF_0_1_0 = 'Migration20261126205959_surplus_payments'

const migrations = join(import.meta.dirname, 'migrations')
const migrationFiles = async () => (await readdir(migrations)).filter((file) => file.endsWith('.ts')).toSorted()

let database: ClonedDatabase
let orm: MikroORM
beforeAll(async () => {
  database = await cloneDatabase()
  const url = new URL(database.url)
  url.pathname = `${url.pathname}_0_1_0`
  orm = await openOrm(url.href, domains)
  await orm.schema.ensureDatabase()
  await orm.migrator.up({ to: LAST_OF_0_1_0 })
  const em = orm.em.fork()
  await em.execute('insert into epoch (singleton, epoch, run) values (1, gen_random_uuid(), 1)')
  // Version 0.1.0 stored bare times.
  await em.execute(`update mikro_orm_migrations set name = split_part(name, '_', 1)`)
  await fillTables(em)
})
afterAll(async () => {
  await orm.schema.dropDatabase()
  await orm.close(true)
  await database.drop()
})

async function storedNames(): Promise<string[]> {
  return (await orm.migrator.getExecuted()).map(({ name }) => name)
}

test('a filled database of 0.1.0 keeps every row, and no migration runs twice', async () => {
  const em = orm.em.fork()
  const before = await readTables(em)
  expect(Object.values(before).every((rows) => rows.length === 1)).toBe(true)
  await expect(requireMigrated(orm)).rejects.toThrow('not up to date')

  await migrate(orm)

  const files = (await migrationFiles()).map((file) => file.replace('.ts', ''))
  expect(await storedNames()).toEqual(files)
  expect(await readTables(em)).toMatchObject(before)
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('')
  expect(await em.execute('select version from epoch')).toEqual([{ version: VERSION }])
  await requireMigrated(orm)
})

test('a second start renames and runs nothing', async () => {
  const before = await storedNames()
  await migrate(orm)
  expect(await storedNames()).toEqual(before)
})

test('the newest migration runs down and up', async () => {
  const tables = await readTables(orm.em.fork())
  const [undone, ...others] = await orm.migrator.down()
  expect(others).toEqual([])
  expect(undone?.name).toBe((await migrationFiles()).at(-1)?.replace('.ts', ''))
  await orm.migrator.up()
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('')
  expect(await readTables(orm.em.fork())).toMatchObject(tables)
  await orm.em.fork().execute('update epoch set version = ?', [VERSION])
})

test('an older server refuses a database that a newer one has migrated, and says what to do', async () => {
  const path = await mkdtemp(join(tmpdir(), 'vesper-older-'))
  const files = await migrationFiles()
  const newest = files.pop() ?? expect.fail()
  for (const file of files) await symlink(join(migrations, file), join(path, file))
  const older = await openOrm(orm.config.get('clientUrl') ?? expect.fail(), domains, { path })
  const before = await storedNames()
  for (const start of [migrate, requireMigrated]) {
    const refusal = await start(older).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartupError)
    // Both have one version in the course of a development: the newest migration tells them apart.
    const newer = `${VERSION}+${/\d+/.exec(newest)?.[0]}`
    expect(String(refusal)).toContain(`A newer release of Vesper, ${newer}, has migrated the database.`)
    expect(String(refusal)).toContain(newest.replace('.ts', ''))
    expect(String(refusal)).toContain('Start the newer version again, or restore a backup')
  }
  expect(await storedNames()).toEqual(before)
  await older.close(true)
  await rm(path, { recursive: true })
})
