import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BoundedGate } from './bounded-gate.ts'

function openGate(bounds: { width: number; room: number }) {
  const gate = new BoundedGate(bounds)
  const [started, refused]: [string[], string[]] = [[], []]
  const enter = (caller: string, name = caller) => {
    const turn = Promise.withResolvers<void>()
    const done = gate
      .run(caller, () => {
        started.push(name)
        return turn.promise
      })
      .catch((error: unknown) => {
        refused.push(name)
        return error
      })
    return async (failure?: Error) => {
      if (failure) turn.reject(failure)
      else turn.resolve()
      await settled()
      return done
    }
  }
  return { enter, started, refused, gate }
}

test('so many run as the gate is wide, and a failure hands its place on', async () => {
  const { enter, started } = openGate({ width: 2, room: 9 })
  const [first] = [enter('a'), enter('b'), enter('c')]
  await settled()
  expect(started).toEqual(['a', 'b'])
  await first(new Error('no'))
  expect(started).toEqual(['a', 'b', 'c'])
})

test('callers take turns, however long the line of one is', async () => {
  const { enter, started } = openGate({ width: 1, room: 9 })
  const leave = [enter('a', 'a1'), enter('a', 'a2'), enter('a', 'a3'), enter('b', 'b1'), enter('c', 'c1')]
  await settled()
  for (const index of [0, 1, 3, 4]) await leave[index]?.()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('with the room full, the last one in the longest line is refused, and may try again', async () => {
  const { enter, started, refused, gate } = openGate({ width: 1, room: 3 })
  const leave = enter('many', 'running')
  for (const name of ['m1', 'm2', 'm3']) enter('many', name)
  await settled()
  expect(refused).toEqual([])
  expect(() => gate.refuseIfFull('many')).toThrow('busy')
  expect(() => gate.refuseIfFull('other')).not.toThrow()
  const other = enter('other')
  await settled()
  expect([started, refused]).toEqual([['running'], ['m3']])
  const late = enter('many', 'm4')
  await settled()
  expect(await late()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5, isFinal: false })
  await leave()
  expect(() => gate.refuseIfFull('many')).not.toThrow()
  expect(started).toEqual(['running', 'm1'])
  void other
})

test('among lines of one, the newcomer is refused, and nobody who waits', async () => {
  const { enter, started, refused, gate } = openGate({ width: 1, room: 2 })
  const leave = [enter('running'), enter('first'), enter('second')]
  await settled()
  expect(() => gate.refuseIfFull('flood')).toThrow('busy')
  enter('flood')
  await settled()
  expect(refused).toEqual(['flood'])
  for (const end of leave) await end()
  expect(started).toEqual(['running', 'first', 'second'])
})

test('a gate that was full takes work again', async () => {
  const { enter, started, refused } = openGate({ width: 1, room: 1 })
  const leave = [enter('a', 'a1'), enter('a', 'a2'), enter('a', 'a3')]
  await settled()
  expect(refused).toEqual(['a3'])
  for (const end of leave) await end()
  const again = [enter('a', 'a4'), enter('a', 'a5')]
  for (const end of again) await end()
  expect([started, refused]).toEqual([['a1', 'a2', 'a4', 'a5'], ['a3']])
})
