import { expect, test } from 'vitest'
import { createGates } from './gates.ts'

test('limits the work of each key, also after a failure; other keys do not wait', async () => {
  const inGate = createGates(2)
  const started: string[] = []
  const turns = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const results = turns.map((turn, index) =>
    inGate('a', async () => {
      started.push(`a${index}`)
      await turn.promise
    }),
  )
  await inGate('b', async () => void started.push('b'))
  expect(started).toEqual(['a0', 'a1', 'b'])
  turns[0]?.reject(new Error('no'))
  await expect(results[0]).rejects.toThrow('no')
  expect(started).toEqual(['a0', 'a1', 'b', 'a2'])
  for (const turn of turns) turn.resolve()
  await Promise.all(results.slice(1))
  await inGate('a', async () => void started.push('again'))
  expect(started).toEqual(['a0', 'a1', 'b', 'a2', 'a3', 'again'])
})
