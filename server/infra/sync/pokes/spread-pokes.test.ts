import type { Poke } from '@vesper/sync/engine/protocol/poke.ts'
import { expect, test } from 'vitest'
import type { App } from '../../../app.ts'
import { createLog } from '../../http/log.ts'
import { roomOfPage } from '../../live/page-rooms.ts'
import { roomOfUser, sessionRoom } from '../../live/rooms.ts'
import type { LiveServer } from '../../live/rooms.ts'
import { createPokes } from './pokes.ts'

const PER_SECOND = 500
const FOLLOWERS = 20_000
const STAR = 'star'
/** Each of these followers has a page open: every fiftieth. */
const ACTIVE_EACH = 50

test('20,000 followers of a star are poked once each, at no more than the rate, those with a page open first', async () => {
  const { site, told, clock } = stage(FOLLOWERS)
  await site.post(1)
  clock.advance(60_000)

  const followers = told.filter(({ userId }) => userId !== STAR)
  expect(followers).toHaveLength(FOLLOWERS)
  expect(new Set(followers.map(({ userId }) => userId)).size).toBe(FOLLOWERS)
  expect(followers.every(({ spaces }) => spaces[`p:${STAR}`] === 1)).toBe(true)
  expect(mostInASecond(followers)).toBeLessThanOrEqual(PER_SECOND)
  expect(followers.at(-1)?.at).toBeLessThanOrEqual((FOLLOWERS / PER_SECOND) * 1000 + 100)
  const active = FOLLOWERS / ACTIVE_EACH
  expect(followers.slice(0, active).every(({ userId }) => isActive(userId))).toBe(true)
  expect(told.find(({ userId }) => userId === STAR)?.at).toBe(0)
})

test('ticks that come late let no more pokes out in any second', async () => {
  const { site, told, clock } = stage(5_000)
  await site.post(1)
  clock.advance(12_000, { late: () => 49 })
  const followers = told.filter(({ userId }) => userId !== STAR)
  expect(mostInASecond(followers)).toBeLessThanOrEqual(PER_SECOND)
  expect(followers.length).toBeGreaterThan(4_000)
})

test('a newer post joins the pokes that wait: none is poked twice for both, and each is told of the newer one', async () => {
  const { site, told, clock } = stage(2_000)
  await site.post(1)
  clock.advance(2_000)
  const before = new Set(told.map(({ userId }) => userId))
  await site.post(2)
  clock.advance(20_000)
  const after = told.filter(({ userId, spaces }) => userId !== STAR && spaces[`p:${STAR}`] === 2)
  expect(after).toHaveLength(2_000)
  expect(new Set(after.map(({ userId }) => userId)).size).toBe(2_000)
  const twice = told.filter(({ userId, spaces }) => !before.has(userId) && spaces[`p:${STAR}`] === 1)
  expect(twice).toEqual([])
  expect(mostInASecond(told.filter(({ userId }) => userId !== STAR))).toBeLessThanOrEqual(PER_SECOND)
})

test('posts without end leave no follower out: a follower that waits keeps its place', async () => {
  const { site, told, clock } = stage(2_000)
  for (let version = 1; version <= 41; version += 1) {
    await site.post(version)
    clock.advance(100)
  }
  expect(new Set(told.map(({ userId }) => userId)).size).toBe(2_000 + 1)
})

test('as many followers as the rate allows are poked at once', async () => {
  const { site, told } = stage(PER_SECOND)
  await site.post(1)
  expect(told).toHaveLength(PER_SECOND + 1)
})

test('a follower who has left takes no turn, and a server that stops pokes no more', async () => {
  const { site, told, clock, leave } = stage(1_000)
  await site.post(1)
  clock.advance(500)
  for (let follower = 0; follower < 900; follower += 1) leave(`fan-${follower}`)
  clock.advance(500)
  expect(told.some(({ userId }) => userId === 'fan-999')).toBe(true)
  const { length } = told
  await site.post(2)
  site.stop()
  clock.advance(10_000)
  expect(told.length - length).toBeLessThanOrEqual(101)
})

test('a process that was busy for long does not make up for it at once', async () => {
  const { site, told, clock } = stage(5_000)
  await site.post(1)
  clock.jump(5_000)
  expect(told.filter(({ userId }) => userId !== STAR).length).toBeLessThanOrEqual(PER_SECOND / 10)
})

type Told = { userId: string; at: number; spaces: Record<string, number> }

/** A server to which so many followers of a star are connected, at a clock that stands still. */
function stage(followers: number) {
  const fans = Array.from({ length: followers }, (_, index) => `fan-${index}`)
  const rooms = new Map([STAR, ...fans].map((userId) => [roomOfUser(userId), new Set([`socket-${userId}`])]))
  const sids = new Map(fans.map((userId) => [`socket-${userId}`, roomsOf(userId)]))
  const told: Told[] = []
  const clock = manualClock()
  const to = (room: string) => ({
    emit: (_event: string, { spaces }: Poke) => told.push({ userId: room.slice(2), at: clock.now(), spaces }) > 0,
  })
  const io = { sockets: { sockets: rooms, adapter: { rooms, sids } }, to } as unknown as LiveServer
  const connected = ({ userIds }: { userIds: readonly string[] }) => userIds.filter((userId) => userId !== STAR)
  const audience = {
    membersOf: () => Promise.resolve([]),
    followersAmong: (_em: unknown, among: { userIds: readonly string[] }) =>
      Promise.resolve(connected(among).map((userId) => ({ performerId: STAR, userId }))),
  }
  const orm = { em: { fork: () => ({}) } }
  const log = createLog('silent')
  const app = { config: { pokesPerSecond: PER_SECOND }, domains: { audience }, orm, log } as unknown as App
  const pokes = createPokes(app, io, clock)
  const site = {
    async post(version: number): Promise<void> {
      pokes.add([{ space: `p:${STAR}`, version, step: null }], STAR)
      await pokes.settled()
    },
    stop: pokes.stop,
  }
  return { site, told, clock, leave: (userId: string) => void rooms.delete(roomOfUser(userId)) }
}

function roomsOf(userId: string): Set<string> {
  const rooms = new Set([`socket-${userId}`, roomOfUser(userId), sessionRoom(userId)])
  return isActive(userId) ? rooms.add(roomOfPage({ type: 'poll', id: 'one' })) : rooms
}

function isActive(userId: string): boolean {
  return userId !== STAR && (Number(userId.slice(4)) + 1) % ACTIVE_EACH === 0
}

function manualClock() {
  let at = 0
  const ticks = new Map<() => void, { ms: number; next: number }>()
  return {
    now: () => at,
    every(ms: number, tick: () => void) {
      ticks.set(tick, { ms, next: at + ms })
      return () => void ticks.delete(tick)
    },
    /** Lets time pass, with each tick when it is due, or so many milliseconds later. */
    advance(ms: number, { late = () => 0 }: { late?: () => number } = {}) {
      for (const end = at + ms; at < end; at += 1) runDue(late)
      runDue(late)
    },
    /** Lets time pass in which the process can do nothing. */
    jump(ms: number) {
      at += ms
      runDue(() => 0)
    },
  }

  function runDue(late: () => number): void {
    for (const [tick, timer] of ticks) {
      if (timer.next > at) continue
      timer.next = at + timer.ms + late()
      tick()
    }
  }
}

/** The most pokes of any span of a second. */
function mostInASecond(pokes: readonly Told[]): number {
  let from = 0
  let most = 0
  for (const [to, { at }] of pokes.entries()) {
    while ((pokes[from]?.at ?? at) <= at - 1000) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most
}
