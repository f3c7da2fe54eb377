import { expect, test } from 'vitest'
import { bulkPlan } from './bulk-plan.ts'
import type { BulkAction, BulkThing } from './bulk-plan.ts'

const statuses = ['published', 'active', 'archived', 'hidden', 'scheduled', 'processing', 'draft']
const things = statuses.map((status): BulkThing => ({
  _id: status,
  name: status,
  status,
  access: 'followers',
  price: 0,
}))

test.each<[BulkAction, string[]]>([
  [{ do: 'archive' }, ['published', 'active']],
  [{ do: 'restore' }, ['archived']],
  [{ do: 'remove' }, statuses],
  [{ do: 'audience', access: 'public' }, statuses],
  [{ do: 'audience', access: 'followers' }, []],
])('%j is done to %j alone, and each other one has a reason', (action, ready) => {
  const plan = bulkPlan(action, things)
  expect(plan.ready.map(({ _id }) => _id)).toEqual(ready)
  expect(plan.refused).toHaveLength(things.length - ready.length)
})
