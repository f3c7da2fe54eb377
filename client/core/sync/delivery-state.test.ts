import { expect, test } from 'vitest'
import { distinct } from './delivery-state.ts'

test('two changes that wait are told of once, and each reason of a failure', () => {
  const [waiting, failed] = [{ kind: 'waiting' as const }, { kind: 'failed' as const, reason: 'Gone.' }]
  expect(distinct([waiting, { ...waiting }])).toEqual([waiting])
  expect(distinct([waiting, failed, { ...failed, reason: 'Locked.' }])).toHaveLength(3)
})
