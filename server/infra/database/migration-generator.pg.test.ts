import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineEntity, p } from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { MigrationGenerator } from './migration-generator.ts'
import { openOrm } from './orm.ts'

const Lamp = defineEntity({ name: 'Lamp', tableName: 'lamp', properties: { id: p.uuid().primary() } })

let database: ClonedDatabase
let folder: string
let orm: MikroORM
beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vesper-migrations-'))
  // A migration finds its packages from its own folder.
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'migrations'))
  const path = join(folder, 'migrations')
  const withLamps = { ...domains, entities: [...domains.entities, Lamp] }
  orm = await openOrm(database.url, withLamps, { path, generator: MigrationGenerator })
})
afterAll(async () => {
  await orm.close(true)
  await database.drop()
  await rm(folder, { recursive: true })
})

test('a new migration has the name of its change, and runs up, down and up', async () => {
  await orm.migrator.create(undefined, false, false, 'lamps')
  const [file = '', ...others] = await readdir(join(folder, 'migrations'))
  expect(others).toEqual([])
  expect(file).toMatch(/^Migration\d{14}_lamps\.ts$/)
  expect(await readFile(join(folder, 'migrations', file), 'utf8')).not.toContain('function')

  await orm.migrator.up()
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('')
  await orm.migrator.down()
  expect(await orm.schema.getUpdateSchemaSQL()).toMatch(/^set names 'utf8';\s+create table "lamp"[^;]*;\s*$/)
  await orm.migrator.up()
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('')
})

test('the way down takes back the functions that the way up makes, and no others', () => {
  const generator = new MigrationGenerator(orm.em.getDriver(), orm.config.getNamingStrategy(), {})
  const source = generator.generateMigrationFile('Migration', {
    up: ['create or replace function "ours"() returns int language sql as $$ select 2 $$;'],
    down: [
      'drop function if exists "ours"();',
      '',
      'drop function if exists "other"(text);',
      '',
      'create or replace function "other"("given" text) returns text language sql as $$ select given $$;',
    ],
  })
  expect(source).toContain('drop function if exists "ours"()')
  expect(source).not.toContain('other')
})
