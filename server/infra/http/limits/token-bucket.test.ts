import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

test('each key has a bucket of its own', () => {
  const take = createTokenBuckets({ points: 2, seconds: 3_600 })
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true])
})

test('the key used least recently is forgotten first', () => {
  const take = createTokenBuckets({ points: 1, seconds: 3_600 }, 2)
  expect([take('a'), take('b'), take('a'), take('c')]).toEqual([true, true, false, true])
  expect([take('a'), take('b')]).toEqual([false, true])
})
