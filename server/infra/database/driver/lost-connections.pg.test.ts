import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { cloneDatabase } from '../../../testing/postgres.ts'
import type { ClonedDatabase } from '../../../testing/postgres.ts'
import { openOrm } from '../orm.ts'
import { readSnapshot } from '../read-snapshot.ts'

test('a connection that is lost between two statements of a transaction ends the transaction, not the process', async () => {
  const orm = await openOrm(database.url, domains)
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('uncaughtException', note)
  try {
    const cut = orm.em.fork().transactional(async (em) => {
      const [{ pid } = { pid: 0 }] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
      await orm.em.fork().execute('select pg_terminate_backend(?, 1000)', [pid])
      // Work of another kind, such as a file: the connection is lost while no statement waits for it.
      await new Promise((resolve) => setTimeout(resolve, 100))
      await em.execute('select 1')
    })
    await expect(cut).rejects.toThrow()
    expect(failures).toEqual([])
    expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }])
  } finally {
    process.off('uncaughtException', note)
    await orm.close(true)
  }
})

type Work = (em: EntityManager) => Promise<void>

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

test.each([
  ['transactions', (orm: MikroORM, work: Work) => orm.em.fork().transactional(work)],
  ['readings', (orm: MikroORM, work: Work) => readSnapshot({ orm, log: pino({ level: 'silent' }) }, work)],
])(
  'connections lost in the middle of %s take no place of the pool, and closing does not wait for them',
  async (_, begin) => {
    const orm = await openOrm(database.url, domains)
    for (let loss = 0; loss < 30; loss++) {
      const cut = begin(orm, async (em) => {
        const [{ pid } = { pid: 0 }] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
        await orm.em.fork().execute('select pg_terminate_backend(?, 1000)', [pid])
        await em.execute('select 1')
      })
      await expect(cut).rejects.toThrow()
    }
    expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }])
    await orm.close(true)
  },
)
