import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairGate } from './fair-gate.ts'

let elapsed = 0
function openGate(width: number) {
  const inGate = createFairGate(width, () => elapsed)
  const started: string[] = []
  const enter = (account: string) => {
    const turn = Promise.withResolvers<void>()
    const done = inGate(account, () => {
      started.push(account)
      return turn.promise
    })
    return {
      leave: async (afterMs = 0) => {
        elapsed += afterMs
        turn.resolve()
        await done
      },
      fail: async () => {
        turn.reject(new Error('no'))
        await expect(done).rejects.toThrow('no')
      },
    }
  }
  return { enter, started }
}

test('one account has one place, and its line holds nobody else up', async () => {
  const { enter, started } = openGate(2)
  const [first] = [enter('a'), enter('a'), enter('a')]
  const other = enter('b')
  await settled()
  expect(started).toEqual(['a', 'b'])
  await other.leave()
  await settled()
  expect(started).toEqual(['a', 'b'])
  await first?.fail()
  await settled()
  expect(started).toEqual(['a', 'b', 'a'])
})

test('a free place goes to the account that used least lately, not to the first in line', async () => {
  const { enter, started } = openGate(1)
  const slow = enter('slow')
  enter('slow')
  enter('quick')
  await slow.leave(1_000)
  await settled()
  expect(started).toEqual(['slow', 'quick'])
})

test('accounts with slow work leave one place to the others', async () => {
  const { enter, started } = openGate(2)
  await enter('slow').leave(20_000)
  await enter('slower').leave(30_000)
  enter('slow')
  const kept = enter('slower')
  await settled()
  expect(started.slice(2)).toEqual(['slow'])
  const ordinary = enter('ordinary')
  await settled()
  expect(started.slice(2)).toEqual(['slow', 'ordinary'])
  await ordinary.leave()
  await settled()
  expect(started.slice(2)).toEqual(['slow', 'ordinary'])
  void kept
})

test('use is forgotten with time', async () => {
  const { enter, started } = openGate(2)
  await enter('a').leave(20_000)
  await enter('b').leave(20_000)
  elapsed += 10 * 60_000
  enter('a')
  enter('b')
  await settled()
  expect(started).toEqual(['a', 'b', 'a', 'b'])
})
