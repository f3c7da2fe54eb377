import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('work of one key goes one after another, also past a failure; other keys do not wait', async () => {
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn('a', async () => {
    await gate.promise
    log.push('first')
    throw new Error('no')
  })
  const second = inTurn('a', async () => void log.push('second'))
  await inTurn('b', async () => void log.push('other'))
  gate.resolve()
  await expect(first).rejects.toThrow('no')
  await second
  expect(log).toEqual(['other', 'first', 'second'])
})
