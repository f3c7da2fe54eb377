import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { listOptions, sqlPage } from './list.ts'

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
