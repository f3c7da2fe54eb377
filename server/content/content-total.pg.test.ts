import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../infra/database/transaction.ts'
import { test } from '../testing/fixtures.ts'
import { addToTotal, totalsOf } from './content-total.ts'
import { countView, flushViews } from './count-view.ts'

const HOUR_MS = 3_600_000

test('views count once for each viewer, thing and hour', async ({ server }) => {
  const [one, other] = [randomUUID(), randomUUID()]
  const viewsOf = async () => {
    await flushViews(server.app)
    const things = [one, other].map((id) => ({ objectType: 'feed' as const, id }))
    const totals = await totalsOf(server.app.orm.em.fork(), things, null)
    return [one, other].map((id) => totals.get(id)?.views ?? 0)
  }
  for (const viewer of ['ada', 'ada', '10.0.0.1', 'ada']) countView(server.app, one, { viewer })
  expect(await viewsOf()).toEqual([2, 0])
  countView(server.app, one, { viewer: 'ada' })
  countView(server.app, other, { viewer: 'ada' })
  expect(await viewsOf()).toEqual([2, 1])
  const now = server.app.clock
  const later = { ...server.app, clock: () => new Date(now().getTime() + HOUR_MS) }
  try {
    server.app.clock = later.clock
    countView(server.app, one, { viewer: 'ada' })
  } finally {
    server.app.clock = now
  }
  expect(await viewsOf()).toEqual([3, 1])
})

test('counts add up, whoever adds at once, and never fall below 0', async ({ server }) => {
  const id = randomUUID()
  await Promise.all(
    Array.from({ length: 10 }, () => transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'comments', by: 1 }))),
  )
  await transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'likes', by: -1 }))
  await transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'views', by: 2 }))
  await transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'views', by: -5 }))
  const totals = await totalsOf(server.app.orm.em.fork(), [{ objectType: 'feed', id }], null)
  expect(totals.get(id)).toEqual({ likes: 0, bookmarks: 0, comments: 10, views: 0 })
})
