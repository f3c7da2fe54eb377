import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RTCPeerConnection } from 'werift'
import type { RtcGrant } from '../stream-engine.ts'
import type { Connections } from './connections.ts'
import { Room } from './room.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const closed: unknown[] = []

/** A room whose peers never connect. */
function openRoom() {
  const answered = Promise.withResolvers<string>()
  const connections = { open: () => new RTCPeerConnection(), answer: () => answered.promise } as unknown as Connections
  closed.length = 0
  const room = new Room({
    ...{ connections, maxViewers: 5, recorder: null, onSettled: () => {} },
    onClosed: (event) => void closed.push(event),
  })
  const join = (peer: string, role: RtcGrant['role'], userId = peer) =>
    room.connect({ peer, grant: { room: 'room', role, userId, sessionId: userId }, sdp: '' })
  return { room, join, answer: () => answered.resolve('answer') }
}

test('a viewer from whom nothing ever comes is gone after 15 seconds, a publisher after 90', async () => {
  const { room, join, answer } = openRoom()
  answer()
  await join('creator', 'publish')
  await join('fan', 'view')
  vi.advanceTimersByTime(15_000)
  room.tick()
  expect(closed).toEqual([])
  vi.advanceTimersByTime(1)
  room.tick()
  expect(closed).toEqual([{ peer: 'fan', userId: 'fan', reason: 'gone' }])
  expect(room.list()).toMatchObject([{ peer: 'creator', silentMs: null }])
  vi.advanceTimersByTime(74_999)
  room.tick()
  expect(room.list()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  room.tick()
  expect(closed).toHaveLength(2)
})

test('one who is removed while the offer is being answered does not come in', async () => {
  const { room, join, answer } = openRoom()
  const [fan, other] = [join('fan', 'view'), join('other', 'view')]
  room.remove('fan', null)
  answer()
  await expect(fan).rejects.toMatchObject({ kind: 'conflict' })
  await other
  expect(room.list()).toMatchObject([{ peer: 'other' }])
})

test('a room that is closed meanwhile takes nobody', async () => {
  const { room, join, answer } = openRoom()
  const fan = join('fan', 'view')
  await room.close()
  answer()
  await expect(fan).rejects.toMatchObject({ kind: 'conflict' })
})
