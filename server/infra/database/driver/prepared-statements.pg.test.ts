import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { cloneDatabase } from '../../../testing/postgres.ts'
import type { ClonedDatabase } from '../../../testing/postgres.ts'
import { openOrm } from '../orm.ts'
import { KEPT } from './prepared-statements.ts'

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

test('a kept statement is parsed once in a connection, and planned for all values in the end', async () => {
  const em = orm.em.fork()
  await em.begin()
  for (let n = 0; n < 8; n += 1) await em.execute(`${KEPT} select ?::int + 40 as sum`, [n])
  for (let n = 0; n < 8; n += 1) await em.execute('select ?::int + 41 as sum', [n])
  const kept = await em.execute(
    `select statement, (generic_plans + custom_plans)::int as calls, generic_plans > 0 as "hasOnePlan"
     from pg_prepared_statements where statement like '%::int + 4% as sum'`,
  )
  await em.commit()
  expect(kept).toEqual([{ statement: `${KEPT} select $1::int + 40 as sum`, calls: 8, hasOnePlan: true }])
})

test('a statement first sent in a failed transaction works in the next one', async () => {
  const em = orm.em.fork()
  const twice = (n: number) => em.execute(`${KEPT} select ?::int * 2 as twice`, [n])
  await em.begin()
  await expect(em.execute('select 1 / ?::int', [0])).rejects.toMatchObject({ code: '22012' })
  await expect(twice(3)).rejects.toMatchObject({ code: '25P02' })
  await em.rollback()
  for (const n of [4, 5]) expect(await twice(n)).toEqual([{ twice: 2 * n }])
})

test('a column that a newer server adds is nothing to what is kept', async () => {
  const em = orm.em.fork()
  await em.execute('create table grown (id int primary key)')
  await em.execute('insert into grown (id) values (?)', [1])
  const read = () => em.execute(`${KEPT} select id from grown where id = ?`, [1])
  const all = () => em.execute('select * from grown where id = ?', [1])
  for (let n = 0; n < 8; n += 1) expect([await read(), await all()]).toEqual([[{ id: 1 }], [{ id: 1 }]])
  await em.execute('alter table grown add column more int')
  expect(await read()).toEqual([{ id: 1 }])
  expect(await all()).toEqual([{ id: 1, more: null }])
})

test('finds one of a creator’s thousands of conversations by its key, with one plan for all values', async () => {
  const em = orm.em.fork()
  await em.begin()
  await em.execute('create temporary table member (like conversation_member including all) on commit drop')
  await em.execute(
    `insert into member (conversation_id, user_id, created_at)
     select gen_random_uuid(), case when n <= 10000 then ?::uuid else gen_random_uuid() end, now()
     from generate_series(1, 20000) as n`,
    ['01900000-0000-7000-8000-000000000001'],
  )
  await em.execute('analyze member')
  const plan = await em.execute<{ 'QUERY PLAN': string }[]>(
    'explain (generic_plan) select 1 from member where user_id = $1 and conversation_id = any($2)',
  )
  await em.rollback()
  expect(plan.map((line) => line['QUERY PLAN'].trim())).toContainEqual(
    expect.stringMatching(/^Index Cond: (?=.*user_id = )(?=.*conversation_id = ANY)/),
  )
})
