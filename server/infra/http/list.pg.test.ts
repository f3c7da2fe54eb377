import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { User } from '../../domains/people/accounts/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { entityPage, rowPage, listOptions, sqlPage } from './list.ts'

let server: TestServer
let em: SqlEntityManager
beforeAll(async () => {
  server = await startTestServer()
  em = server.app.orm.em.fork()
})
afterAll(() => server.stop())

/** Five rows, of which 2, 3 and 4 sort alike by name. */
const list = {
  select: 't.id',
  from: `(values (1, 'a'), (4, 'b'), (2, 'b'), (3, 'b'), (5, 'c')) as t (id, name)`,
  where: 't.id <> ?',
  params: [0],
  sortable: { name: 't.name', id: 't.id' },
  tieBreak: 't.id',
}

async function page(query: Partial<Parameters<typeof sqlPage>[2]>, given: Partial<typeof list> = {}) {
  const whole = { current: 1, pageSize: 2, sortBy: 'name', sort: 'asc' as const, ...query }
  const { rows, total } = await sqlPage<{ id: number }>(em, { ...list, ...given }, whole)
  return [rows.map(({ id }) => id), total]
}

test('pages cover a list once, also where rows sort alike', async () => {
  expect([await page({}), await page({ current: 2 }), await page({ current: 3 })]).toEqual([
    [[1, 2], 5],
    [[3, 4], 5],
    [[5], 5],
  ])
  expect(await page({ sort: 'desc', pageSize: 4 })).toEqual([[5, 4, 3, 2], 5])
})

test.each([
  { what: 'a page past the end', query: { current: 4 }, expected: [[], 5] },
  { what: 'a full last page', query: { pageSize: 5 }, expected: [[1, 2, 3, 4, 5], 5] },
  { what: 'a list of nothing', given: { where: 't.id = ?' }, expected: [[], 0] },
  {
    what: 'a list that the parameters narrow',
    query: { pageSize: 25 },
    given: { params: [3] },
    expected: [[1, 2, 4, 5], 4],
  },
])('$what comes with the total', async ({ query = {}, given = {}, expected }) => {
  expect(await page(query, given)).toEqual(expected)
})

test.each(['t.id; drop table file', 'constructor', ''])('an order that is not allowed throws: %j', async (sortBy) => {
  await expect(page({ sortBy })).rejects.toThrow('cannot be sorted by')
})

test('the options of the ORM sort by the id last', () => {
  expect(listOptions({ current: 3, pageSize: 10, sortBy: 'name', sort: 'desc' })).toEqual({
    ...{ orderBy: { name: 'desc', id: 'desc' }, limit: 10, offset: 20 },
  })
  expect(listOptions({ current: 1, pageSize: 10, sortBy: 'id', sort: 'asc' })).toMatchObject({ orderBy: { id: 'asc' } })
})

test('a total ends at its bound, in SQL and in the ORM, and pages go on beyond it', async () => {
  const fans = '00000000-0000-4000-8000-'
  await em.execute(
    `insert into "user" (id, username, name, password_hash, bio, has_password, is_performer, status, balance, created_at, updated_at)
     select ('${fans}' || lpad(n::text, 12, '0'))::uuid, 'many_' || n, 'Many', 'x', '', true, false, 'active', 0, now() + (n / 7) * interval '1 microsecond', now()
     from generate_series(1, 1030) n`,
  )
  const query = { pageSize: 25, sortBy: 'createdAt', sort: 'asc' } as const
  const users = { select: 'u.id', from: '"user" u', where: 'u.name = ?', params: ['Many'], tieBreak: 'u.id' }
  const inSql = (current: number) =>
    sqlPage(em, { ...users, sortable: { createdAt: 'u.created_at' } }, { ...query, current })
  const inOrm = (current: number) => entityPage(em, { entity: User, where: { name: 'Many' } }, { ...query, current })
  for (const page of [inSql, inOrm]) {
    expect(await page(1)).toMatchObject({ rows: { length: 25 }, total: LIST_TOTAL_MAX })
    expect(await page(41)).toMatchObject({ rows: { length: 25 }, total: LIST_TOTAL_MAX })
    expect(await page(42)).toMatchObject({ rows: { length: 5 }, total: LIST_TOTAL_MAX })
    expect(await page(43)).toMatchObject({ rows: [], total: LIST_TOTAL_MAX })
  }
  const byCondition = { entity: User, where: 'name = ?', params: ['Many'] }
  const last = { ...query, current: 42 }
  const expected = await em.fork().find(User, { name: 'Many' }, listOptions(last))
  expect((await rowPage(em, byCondition, last)).rows).toEqual(expected.map((user) => ({ ...user })))
  expect(await rowPage(em, byCondition, last)).toEqual({ ...(await inOrm(42)), next: null })
  const walked: string[] = []
  for (let after: string | undefined; ;) {
    const { rows, total, next } = await rowPage(em, byCondition, { ...query, pageSize: 100, current: 1, after })
    walked.push(...rows.map(({ id }) => id))
    expect(total).toBe(LIST_TOTAL_MAX)
    if (next === null) break
    after = next
  }
  const all = await em.fork().find(User, { name: 'Many' }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  expect(walked).toEqual(all.map(({ id }) => id))
  const few = { name: 'Many', username: { $in: ['many_1', 'many_2', 'many_3'] } }
  expect(await entityPage(em, { entity: User, where: few }, { ...query, pageSize: 2, current: 1 })).toMatchObject({
    ...{ rows: { length: 2 }, total: 3 },
  })
})
