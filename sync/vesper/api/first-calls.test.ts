import { expect, test } from 'vitest'
import { firstCalls } from './first-calls.ts'

test.each([
  ['/explore', 'visitor', 3],
  ['/explore/', 'account', 3],
  ['/home', 'account', 2],
  ['/home', 'visitor', 0],
  ['/posts/0192', 'visitor', 1],
  ['/posts/0192/more', 'visitor', 0],
  ['/', 'visitor', 0],
  ['/toString', 'account', 1],
  ['/wallet', 'account', 0],
  ['/ada', 'visitor', 1],
  ['/ada/posts', 'visitor', 0],
] as const)('%s, as %s: %d calls', (path, caller, count) => {
  expect(firstCalls(path, caller)).toHaveLength(count)
})
