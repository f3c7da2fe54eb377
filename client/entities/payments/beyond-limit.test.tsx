import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { expect, test } from 'vitest'
import { passedLimitOf } from './beyond-limit.tsx'

const day = 'This would pass your limit of $1,020.00 a day: $3.50 are left.'

test('the limit is read out of the detail', () => {
  const details = [{ path: 'budget', message: 'month 2000 350' }]
  expect(passedLimitOf(new Refusal('forbidden', day, details))).toEqual({ limit: 'month', most: 2000, left: 350 })
})

test.each([
  [day, { limit: 'day', most: 102_000, left: 350 }],
  [
    'This would pass your limit of €20.00 a month for one creator: €0.00 are left.',
    { limit: 'creator', most: 2000, left: 0 },
  ],
  ['You have a request under way.', null],
])('without details it is read out of the sentence: %s', (text, limit) => {
  expect(passedLimitOf(new Refusal('conflict', text))).toEqual(limit)
})
