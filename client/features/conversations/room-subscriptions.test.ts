import { expect, test } from 'vitest'
import { Rooms } from './room-subscriptions.ts'

function listening() {
  const said: string[] = []
  const rooms = new Rooms({ join: (id) => void said.push(`+${id}`), leave: (id) => void said.push(`-${id}`) })
  return { said, rooms }
}

test('a room wanted twice is joined once and left with the last', () => {
  const { said, rooms } = listening()
  const [first, second] = [rooms.enter('a'), rooms.enter('a')]
  first?.()
  first?.()
  expect(said).toEqual(['+a'])
  second?.()
  expect(said).toEqual(['+a', '-a'])
})

test('joins the wanted rooms with every new connection', () => {
  const { said, rooms } = listening()
  rooms.enter('a')
  rooms.enter('b')?.()
  said.length = 0
  rooms.joinAll()
  rooms.joinAll()
  expect(said).toEqual(['+a', '+a'])
})

test('no more rooms are asked for than the server gives', () => {
  const { rooms } = listening()
  const entered = Array.from({ length: 20 }, (_, index) => rooms.enter(String(index)))
  expect(entered.filter(Boolean)).toHaveLength(16)
})
