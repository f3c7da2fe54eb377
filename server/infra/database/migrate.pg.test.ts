import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/postgres.ts'
import type { ClonedDatabase } from '../../testing/postgres.ts'
import { migrate } from './migrate.ts'
import { domains } from '../../domains.ts'
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
  await Promise.all(orms.map(migrate))
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
