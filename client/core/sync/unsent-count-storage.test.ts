// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { rememberUnsent, unsentBefore } from './unsent-count-storage.ts'

test('remembers unsent counts beside the database, per account, until there are none', () => {
  rememberUnsent('a', 3)
  rememberUnsent('b', 1)
  expect([unsentBefore('a'), unsentBefore('b'), unsentBefore('c')]).toEqual([3, 1, 0])
  rememberUnsent('a', 0)
  expect([unsentBefore('a'), unsentBefore('b')]).toEqual([0, 1])
})
