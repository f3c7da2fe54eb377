import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { migrate } from './migrate.ts'
import { openOrm } from './orm.ts'

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('the migrations make exactly what the entities say', async () => {
  const orm = await openOrm(database.url, domains)
  expect(await orm.migrator.getPending()).toEqual([])
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('')
  await orm.close(true)
})

test('servers that start together on an empty database take turns, and agree on its identity', async () => {
  const url = new URL(database.url)
  url.pathname = `${url.pathname}_empty`
  const orms = await Promise.all([openOrm(url.href, domains), openOrm(url.href, domains), openOrm(url.href, domains)])
  await orms[0]?.schema.ensureDatabase()
  await Promise.all(orms.map((orm) => migrate(orm)))
  const epochs = await Promise.all(
    orms.map((orm) => orm.em.fork().execute<{ epoch: string }[]>('select epoch from epoch')),
  )
  expect(new Set(epochs.flat().map(({ epoch }) => epoch)).size).toBe(1)
  await migrate(orms[0] ?? expect.fail())
  expect(await orms[1]?.em.fork().execute('select epoch from epoch')).toEqual(epochs[0])
  await Promise.all(orms.slice(1).map((orm) => orm.close(true)))
  await orms[0]?.schema.dropDatabase()
  await orms[0]?.close(true)
})

test('an address that was never confirmed becomes one to be confirmed, and comes back', async () => {
  const orm = await openOrm(database.url, domains)
  const to = 'Migration20261126045059_rejected_mutations_index'
  await orm.migrator.down({ to })
  const rows = `select username, email, pending_email from "user" order by username`
  await orm.em.fork().execute(
    `insert into "user" (id, username, email, email_verified_at, name, bio, password_hash, is_performer, status, balance, created_at, updated_at)
     select gen_random_uuid(), username, username || '@example.test', confirmed, username, '', '', false, 'active', 0, now(), now()
     from (values ('confirmed', now()), ('unconfirmed', null::timestamptz)) account (username, confirmed)`,
  )
  const before = await orm.em.fork().execute(rows)
  await orm.migrator.up()
  expect(await orm.em.fork().execute(rows)).toEqual([
    { username: 'confirmed', email: 'confirmed@example.test', pending_email: null },
    { username: 'unconfirmed', email: null, pending_email: 'unconfirmed@example.test' },
  ])
  await orm.migrator.down({ to })
  expect(await orm.em.fork().execute(rows)).toEqual(before)
  await orm.migrator.up()
  await orm.close(true)
})
