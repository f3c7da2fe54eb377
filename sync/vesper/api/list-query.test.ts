import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listQuery } from './fields.ts'
import { MessageQuery } from './messages.ts'
import { FeedQuery, OwnFeedQuery } from './posts.ts'

const list = listQuery(['updatedAt', 'name'])

/** The refusal of a query with this one field. */
function refusal(schema: v.GenericSchema, field: string, value: string): string | undefined {
  return v.safeParse(schema, { [field]: value }).issues?.[0].message
}

test.each([
  ['current', '0', 'Use a whole number from 1 to 100000'],
  ['current', '100001', 'Use a whole number from 1 to 100000'],
  ['current', '1.5', 'Use a whole number from 1 to 100000'],
  ['pageSize', '0', 'Use a whole number from 1 to 100'],
  ['pageSize', '101', 'Use a whole number from 1 to 100'],
  ['pageSize', 'all', 'Use a whole number from 1 to 100'],
  ['sortBy', 'password', 'Use one of these: updatedAt, name'],
  ['sort', 'up', 'Use one of these: asc, desc'],
  ['q', 'x'.repeat(101), 'Search for at most 100 characters.'],
])('a list refuses %s=%s and names the bounds', (field, value, message) => {
  expect(refusal(list, field, value)).toBe(message)
})

test('the queries of messages and posts name their bounds, too', () => {
  expect(refusal(MessageQuery, 'limit', '0')).toBe('Use a whole number from 1 to 100')
  expect(refusal(MessageQuery, 'offset', '-1')).toBe('Use a whole number from 0 to 1000000')
  expect(refusal(MessageQuery, 'before', 'now')).toBe('Use the number of a message.')
  expect(refusal(FeedQuery, 'removed', 'maybe')).toBe('Use one of these: true, false')
  expect(refusal(OwnFeedQuery, 'status', 'gone')).toBe('Use one of these: processing, scheduled, published, archived')
})

test('a list without a query has its first page', () => {
  expect(v.parse(list, {})).toEqual({ current: 1, pageSize: 25, sortBy: 'updatedAt', sort: 'desc', q: '' })
})
