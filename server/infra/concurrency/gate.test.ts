import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('at most so many run at once, in the order they came, and a failure lets the next one in', async () => {
  const gate = createGate(2)
  const started: number[] = []
  const turns = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = turns.map((turn, index) =>
    gate(async () => {
      started.push(index)
      await turn.promise
      return index
    }),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  turns[1]?.reject(new Error('no'))
  await expect(results[1]).rejects.toThrow('no')
  expect(started).toEqual([0, 1, 2])
  for (const index of [0, 2, 3, 4]) turns[index]?.resolve()
  expect(await Promise.all([results[0], results[2], results[3], results[4]])).toEqual([0, 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
})
