import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

test('an account has so many calls under way, others are not kept out, and a call that ends makes room', async () => {
  const atOnce = createConcurrencyLimit(2)
  const held = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  const first = atOnce('a', () => held.promise)
  const second = atOnce('a', () => failing.promise)
  const third = atOnce('a', async () => 'third')
  await expect(third).rejects.toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 1 })
  expect(await atOnce('b', async () => 'other')).toBe('other')
  failing.reject(new Error('no'))
  await expect(second).rejects.toThrow('no')
  expect(await atOnce('a', async () => 'room')).toBe('room')
  held.resolve()
  await first
})
