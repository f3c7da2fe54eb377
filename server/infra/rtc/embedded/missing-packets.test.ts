import { expect, test } from 'vitest'
import { LAST_MS, MISSING_MAX, MissingPackets } from './missing-packets.ts'

function receive(...sequences: number[]): MissingPackets {
  const packets = new MissingPackets()
  for (const sequence of sequences) packets.note(sequence, 1_000)
  return packets
}

test('a packet that is missing is asked for after ten milliseconds, and again after longer and longer pauses', () => {
  const packets = receive(7, 9, 12)
  expect(packets.due(1_009)).toEqual([])
  expect(packets.due(1_010)).toEqual([8, 10, 11])
  expect(packets.due(1_069)).toEqual([])
  expect(packets.due(1_070)).toEqual([8, 10, 11])
  expect(packets.due(1_159)).toEqual([])
  expect(packets.due(1_160)).toEqual([8, 10, 11])
})

test('a packet that comes late, or was sent again, is not asked for', () => {
  const packets = receive(1, 4, 2)
  expect(packets.due(1_010)).toEqual([3])
  packets.note(3, 1_050)
  packets.note(3, 1_051)
  expect(packets.due(1_400)).toEqual([])
})

test('a packet is given up when no player waits for it any more', () => {
  const packets = receive(1, 3)
  expect(packets.due(1_000 + LAST_MS)).toEqual([2])
  expect(packets.due(1_000 + LAST_MS + 1)).toEqual([])
})

test('after an outage nothing of before is asked for', () => {
  const most = receive(1, 3, 3 + MISSING_MAX)
  expect(most.due(2_000)).toHaveLength(MISSING_MAX)
  expect(receive(1, 3, 4 + MISSING_MAX).due(2_000)).toEqual([])
})
