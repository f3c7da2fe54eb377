import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SyncRequest } from './sync-request.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const request = { protocol: 2, schema: 2, account: ID, device: ID, incarnation: ID, epoch: null, mutations: [] }

test('a cursor of more spaces than anybody has is refused before its versions are looked at', () => {
  const cursor = { first: -1, ...cursorOf(50_000) }
  const { issues } = v.safeParse(SyncRequest, { ...request, cursor })
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
    ['cursor', 'There are too many fields.'],
  ])
})

test('a cursor of as many spaces as anybody may have is taken as it is', () => {
  const cursor = cursorOf(50_000)
  expect(v.parse(SyncRequest, { ...request, cursor }).cursor).toEqual(cursor)
})

test.each([[null], ['x'], [{ a: -1 }], [{ a: 1.5 }], [undefined]])('%j is no cursor', (cursor) =>
  expect(v.is(SyncRequest, { ...request, cursor })).toBe(false),
)

function cursorOf(spaces: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: spaces }, (_, index) => [`c:${index}`, index]))
}
