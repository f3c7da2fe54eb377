import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../testing/postgres.ts'
import type { ClonedDatabase } from '../testing/postgres.ts'
import { openStore } from './store.ts'

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test('a connection that is lost between two statements ends its transaction, not the process', async () => {
  const store = await openStore(database.url)
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('uncaughtException', note)
  try {
    const cut = store.transaction(async (connection) => {
      const { rows } = await connection.query('select pg_backend_pid() as pid')
      const [{ pid }] = rows as [{ pid: number }]
      await store.connection.query('select pg_terminate_backend($1, 1000)', [pid])
      await new Promise((resolve) => setTimeout(resolve, 100))
      await connection.query('select 1')
    })
    await expect(cut).rejects.toThrow()
    expect(failures).toEqual([])
    expect((await store.connection.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    process.off('uncaughtException', note)
    await store.close()
  }
})
