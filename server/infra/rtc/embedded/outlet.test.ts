import { expect, test } from 'vitest'
import { RtpHeader, RtpPacket } from 'werift'
import type { MediaKind } from './media-packet.ts'
import { Outlet } from './outlet.ts'
import { SequenceCounter } from './sequence-counter.ts'

/** Takes packets of one source: `[number, timestamp]` or null for each that was not sent. */
function taker(outlet: Outlet, kind: MediaKind) {
  return (sequence: number, timestamp: number, { now = 0, beginsPicture = false } = {}) => {
    const packet = new RtpPacket(new RtpHeader(), Buffer.alloc(1))
    const isSent = outlet.take({ kind, packet, sequence, timestamp, beginsPicture }, now)
    return isSent ? [packet.header.sequenceNumber, packet.header.timestamp] : null
  }
}

test('a picture begins with a key frame, and goes on with every packet', () => {
  const take = taker(new Outlet('video'), 'video')
  expect(take(10, 100)).toBeNull()
  expect(take(11, 200, { beginsPicture: true })).toEqual([11, 200])
  expect(take(10, 100)).toBeNull()
  expect(take(13, 300)).toEqual([13, 300])
  expect(take(12, 200)).toEqual([12, 200])
})

test('sound begins with any packet', () => {
  expect(taker(new Outlet('audio'), 'audio')(7, 70)).toEqual([7, 70])
})

test('after a pause or with another source, numbers go on by one and the clock by the time that has passed', () => {
  const outlet = new Outlet('video')
  const take = taker(outlet, 'video')
  take(65_535, 2 ** 32 - 100, { now: 1_000, beginsPicture: true })
  expect(take(65_536, 2 ** 32 - 50, { now: 1_100 })).toEqual([0, 2 ** 32 - 50])
  outlet.beginAnew()
  expect(outlet.isBeginning).toBe(true)
  expect(take(500, 5, { now: 1_500 })).toBeNull()
  expect(take(501, 7, { now: 2_100, beginsPicture: true })).toEqual([1, 90_000 - 50])
  expect(outlet.isBeginning).toBe(false)
  // A late packet of before is not sent: its number belongs to another.
  expect(take(500, 5, { now: 2_100 })).toBeNull()
  expect(take(503, 3_007, { now: 2_133 })).toEqual([3, 93_000 - 50])
})

test('a counter knows numbers that begin anew, and packets that come late, twice or never', () => {
  const counter = new SequenceCounter()
  expect(counter.totals).toEqual({ sent: 0, lost: 0 })
  expect([65_534, 65_535, 1, 0, 3].map((number) => counter.count(number))).toEqual([
    65_534, 65_535, 65_537, 65_536, 65_539,
  ])
  expect(counter.totals).toEqual({ sent: 6, lost: 1 })
  expect(counter.count(65_535)).toBe(65_535)
  expect(counter.totals).toEqual({ sent: 6, lost: 0 })
})
