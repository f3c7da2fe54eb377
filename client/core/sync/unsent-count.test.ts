// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { storeUnsentCount, readUnsentCount } from './unsent-count.ts'

test('remembers unsent counts beside the database, per account, until there are none', () => {
  storeUnsentCount('a', 3)
  storeUnsentCount('b', 1)
  expect([readUnsentCount('a'), readUnsentCount('b'), readUnsentCount('c')]).toEqual([3, 1, 0])
  storeUnsentCount('a', 0)
  expect([readUnsentCount('a'), readUnsentCount('b')]).toEqual([0, 1])
})
