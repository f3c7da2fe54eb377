import { expect, test } from 'vitest'
import { noFigures } from '../rtc/viewer-connection.ts'
import type { ViewerFigures } from '../rtc/viewer-connection.ts'
import { nextQuality, soundLine } from './line-quality.ts'

type Second = { frames?: number; packets?: number; lost?: number; roundTripMs?: number; hasVideo?: boolean }

function after(seconds: Second[]) {
  let quality = soundLine
  let figures: ViewerFigures = noFigures
  for (const { frames = 30, packets = 100, lost = 0, roundTripMs = 40, hasVideo = true } of seconds) {
    const next = {
      ...figures,
      roundTripMs,
      framesDecoded: figures.framesDecoded + frames,
      packetsReceived: figures.packetsReceived + packets,
      packetsLost: figures.packetsLost + lost,
    }
    quality = nextQuality(quality, [figures, next], { hasVideo })
    figures = next
  }
  return quality.line
}

const times = (count: number, second: Second): Second[] => Array.from({ length: count }, () => second)

test('a line is poor after six poor seconds in a row, and not after five', () => {
  const poor = { frames: 4, roundTripMs: 1_001 }
  expect(after(times(5, poor))).toBe('good')
  expect(after(times(6, poor))).toBe('poor')
  expect(after([...times(5, poor), { ...poor, frames: 5 }, ...times(5, poor)])).toBe('good')
})

test('few pictures over a sound line are the creator’s, over one that loses some or is slow they are the line’s', () => {
  expect(after(times(30, { frames: 1 }))).toBe('good')
  expect(after(times(30, { frames: 1, roundTripMs: 1_000 }))).toBe('good')
  expect(after(times(6, { frames: 1, packets: 98, lost: 2 }))).toBe('good')
  expect(after(times(6, { frames: 1, packets: 97, lost: 3 }))).toBe('poor')
})

test('12 packets lost of 100 are not much, 13 are', () => {
  expect(after(times(6, { packets: 88, lost: 12 }))).toBe('good')
  expect(after(times(6, { packets: 87, lost: 13 }))).toBe('poor')
})

test('few pictures say nothing where sound alone was asked for', () => {
  expect(after(times(30, { frames: 0, packets: 50, hasVideo: false }))).toBe('good')
})

test('five seconds without a packet are a stall, whatever was asked for', () => {
  expect(after(times(4, { packets: 0, frames: 0 }))).toBe('good')
  expect(after(times(5, { packets: 0, frames: 0 }))).toBe('stalled')
  expect(after(times(5, { packets: 0, frames: 0, hasVideo: false }))).toBe('stalled')
  expect(after([...times(4, { packets: 0, frames: 0 }), {}, ...times(4, { packets: 0, frames: 0 })])).toBe('good')
})
