import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { cloneDatabase } from '../../../testing/postgres.ts'
import type { ClonedDatabase } from '../../../testing/postgres.ts'
import { openOrm } from '../orm.ts'

let database: ClonedDatabase
let orm: MikroORM
beforeAll(async () => {
  database = await cloneDatabase()
  orm = await openOrm(database.url, domains)
})
afterAll(async () => {
  await orm.close(true)
  await database.drop()
})

test('values travel beside the statement, and are what they were', async () => {
  const text = `it's "?" \\ $1 \\' -- /* ünï 🙂\n`
  const at = new Date('2026-02-03T04:05:06.789Z')
  const [row] = await orm.em.fork().execute(
    `select ?::text as text, ?::int as number, ?::boolean as truth, ?::timestamptz = ?::timestamptz as moment,
       ?::text is null as nothing, ?::bigint = 9007199254740993 as large`,
    [text, -7, true, at, '2026-02-03 04:05:06.789+00', null, 9007199254740993n],
  )
  expect(row).toEqual({ text, number: -7, truth: true, moment: true, nothing: true, large: true })
})

test('a text that PostgreSQL cannot keep is refused, and cuts no statement short', async () => {
  const statement = orm.em.fork().execute('select ?::text as text, 1 as one', ['a\u0000b'])
  await expect(statement).rejects.toMatchObject({ code: '22021' })
})

test('names, operators, lists, and more values than are sent often are left to the ORM', async () => {
  const em = orm.em.fork()
  const many = Array.from({ length: 70_000 }, (_, n) => n)
  expect(await em.execute('select 1 as ??', ['one'])).toEqual([{ one: 1 }])
  expect(await em.execute(`select '{"a": 1}'::jsonb \\? ? as has`, ['a'])).toEqual([{ has: true }])
  expect(await em.execute('select ? = any(array[?]) as has', [2, [1, 2]])).toEqual([{ has: true }])
  const places = many.map(() => '?').join()
  expect(await em.execute(`select cardinality(array[${places}]) as count`, many)).toEqual([{ count: many.length }])
})

test('reports a database error as the ORM reports it', async () => {
  const em = orm.em.fork()
  await em.execute('create table only_once (id int primary key)')
  const insert = () => em.execute('insert into only_once (id) values (?)', [1], 'run')
  expect(await insert()).toMatchObject({ affectedRows: 1 })
  await expect(insert()).rejects.toThrow(UniqueConstraintViolationException)
})
