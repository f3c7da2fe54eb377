import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../testing/postgres.ts'
import type { ClonedDatabase } from '../testing/postgres.ts'
import { openOrm } from './orm.ts'

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('connections lost in the middle of transactions take no place of the pool, and closing does not wait for them', async () => {
  const orm = await openOrm(database.url)
  for (let loss = 0; loss < 30; loss++) {
    const cut = orm.em.fork().transactional(async (em) => {
      const [{ pid } = { pid: 0 }] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
      await orm.em.fork().execute('select pg_terminate_backend(?, 1000)', [pid])
      await em.execute('select 1')
    })
    await expect(cut).rejects.toThrow()
  }
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }])
  await orm.close(true)
})
