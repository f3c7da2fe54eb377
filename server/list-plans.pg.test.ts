import type * as v from 'valibot'
import { expect, test as bare } from 'vitest'
import { domains } from './domains.ts'
import { call } from './domains/people/accounts/testing/api.ts'
import type { Route } from './infra/http/route.ts'
import { quietTest } from './testing/fixtures.ts'
import { listRows } from './testing/list-plans/list-rows.ts'
import type { ListRow } from './testing/list-plans/list-rows.ts'
import { fillLists } from './testing/list-plans/long-lists.ts'
import type { World } from './testing/list-plans/long-lists.ts'
import { openCostReader } from './testing/plans.ts'

const TIMEOUT_MS = 240_000
/** A total counts 1,000 rows, with the page before it and rows that the reader may not see. */
const BOUNDS = { read: 2500, sorted: 1000 }

const test = quietTest.extend('world', ({ server, creator }) => fillLists(server.app.orm.em.fork(), creator.id))

const lists = domains.routes.filter(isList)

bare('each list of the route table has a row, and each row a list', () => {
  expect(Object.keys(listRows).toSorted()).toEqual(lists.map(({ path }) => path).toSorted())
})

test(
  'no order of any list reads or sorts more rows than a page and its total need',
  { timeout: TIMEOUT_MS },
  async ({ server, creator, world }) => {
    const reader = await openCostReader(server.app.config.databaseUrl ?? '')
    const costly: Record<string, string[]> = {}
    const empty: [target: string, status: number][] = []
    for (const { path, target } of lists.flatMap((route) => targetsOf(route, world))) {
      const parts = await reader.costlyParts(BOUNDS, async () => {
        const { status, body } = await call(server, `GET ${target}`, { token: creator.token })
        const isFilled = Array.isArray(body['data']) && body['data'].length > 0
        if (!isFilled && listRows[path]?.few === undefined) empty.push([target, status])
      })
      if (parts.length > 0) costly[target] = parts
    }
    await reader.close()
    expect(empty).toEqual([])
    expect(costly).toEqual({})
  },
)

/** A list has all in `data`, and how much there is in `total`. */
function isList({ method, answer }: Route): boolean {
  const entries = entriesOf(answer)
  return method === 'GET' && 'data' in entries && 'total' in entries
}

function entriesOf(schema: v.GenericSchema | undefined): Record<string, unknown> {
  return schema && 'entries' in schema ? (schema.entries as Record<string, unknown>) : {}
}

/** A place before all rows: far in the future. */
const PLACE = 'after=9000000000000000.ffffffff-ffff-4fff-bfff-ffffffffffff'

/** A call for each order that a list offers, for a later page, and from a place. An index serves both directions. */
function targetsOf(route: Route, world: World): { path: string; target: `/${string}` }[] {
  const { path } = route
  const row = listRows[path] ?? {}
  return ordersOf(route, row).map((order) => ({
    path,
    target: `${pathOf(path, row, world)}?${[queryOf(row, world), order].filter(Boolean).join('&')}` as `/${string}`,
  }))
}

function ordersOf({ query }: Route, { whole }: ListRow): string[] {
  if (whole?.orders === 'all') return []
  const { sortBy, current, after } = entriesOf(query)
  const choices = (sortBy as { wrapped?: { options?: string[] } } | undefined)?.wrapped?.options ?? []
  const orders = choices.filter((by) => !whole?.orders.includes(by)).map((by) => `sortBy=${by}&sort=asc`)
  return ['', ...orders, ...(current === undefined ? [] : ['current=3']), ...(after === undefined ? [] : [PLACE])]
}

function pathOf(path: string, { params = {} }: ListRow, world: World): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => thing(params[name] ?? '', world))
}

function queryOf({ query = '' }: ListRow, world: World): string {
  return query.replaceAll(/\{(\w+)\}/g, (_, name: string) => thing(name, world))
}

function thing(name: string, world: World): string {
  return world[name as keyof World] ?? name
}
