import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { RtcRole } from '../stream-engine.ts'
import { openTestEngine } from '../testing/open-test-engine.ts'
import { publish, view } from '../testing/rtc-peer.ts'
import { VIEWS_MAX } from './embedded-engine.ts'

const { engine, as } = openTestEngine()
const closed: unknown[] = []
engine.onClosed(({ peer, reason }) => void closed.push({ peer, reason }))
afterAll(() => engine.stop())

async function openRooms(count: number): Promise<string[]> {
  const rooms = Array.from({ length: count }, () => randomUUID())
  for (const room of rooms) await engine.open(room, { record: false, maxViewers: 50 })
  return rooms
}

/** The offer of a browser that never connects. */
function offerOf(enter: typeof view): Promise<string> {
  return new Promise((resolve) => {
    enter(async (sdp) => {
      resolve(sdp)
      throw new Error('only the offer is wanted')
    }).catch(() => {})
  })
}

const offers = { view: await offerOf(view), publish: await offerOf(publish) }

async function enter(room: string, userId: string, role: RtcRole = 'view'): Promise<string> {
  return (await as(room, role, userId)(offers[role])).peer
}

test('an account watches six streams at once, and a seventh once it has left one; others and its own stream go on', async () => {
  const [last = '', ...rooms] = await openRooms(VIEWS_MAX + 1)
  const watched: string[] = []
  for (const room of rooms) watched.push(await enter(room, 'fan'))
  const refused = 'You watch 6 streams at once already. Close one of them first.'
  await expect(enter(last, 'fan')).rejects.toThrow(refused)
  await enter(last, 'other')
  await enter(last, 'fan', 'publish')
  await engine.leave(watched[0] ?? '', 'fan')
  await enter(last, 'fan')
  await expect(enter(rooms[0] ?? '', 'fan')).rejects.toThrow(refused)
  expect(closed).toEqual([])
})

test('one more connection in a room that an account watches already takes the place of its oldest one there', async () => {
  const [room = '', ...rooms] = await openRooms(VIEWS_MAX - 1)
  const [oldest] = [await enter(room, 'other fan'), await enter(room, 'other fan')]
  for (const other of rooms) await enter(other, 'other fan')
  const latest = await enter(room, 'other fan')
  await vi.waitFor(async () => {
    const listed = (await engine.room(room))?.peers.map(({ peer }) => peer)
    expect(listed).toHaveLength(2)
    expect(listed).toContain(latest)
  }, 20_000)
  expect(closed).toEqual([{ peer: oldest, reason: 'replaced' }])
})
