import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areThere, dueFor, leftOf, openMeter, owedFor, secondsOf, stepMeter } from './meter.ts'
import type { Ages, Meter, Step } from './meter.ts'

const terms = { rate: 60, minimum: 3, cap: 1000 }
const there = { publisherMs: 0, viewerMs: 0 }

function meterOf(given: Partial<Meter> = {}): Meter {
  return { ...openMeter(terms, { held: 180, spendable: 820 }), ...given }
}

/** A meter that both sides were at, for so many seconds from the moment 0, with a look each second. */
function after(seconds: number, given: Partial<Meter> = {}): Step {
  let step = stepMeter(meterOf(given), { now: 0, ...there })
  for (let now = 1; now <= seconds; now += 1) step = stepMeter(step.meter, { now: now * 1000, ...there })
  return step
}

describe('a side is there', () => {
  test.each([
    [{ publisherMs: 1_999, viewerMs: 3_999 }, true],
    [{ publisherMs: 2_000, viewerMs: 0 }, false],
    [{ publisherMs: 0, viewerMs: 4_000 }, false],
    [{ publisherMs: null, viewerMs: 0 }, false],
    [{ publisherMs: 0, viewerMs: null }, false],
  ])('%o: %o', (ages, expected) => {
    expect(areThere(ages)).toBe(expected)
  })
})

test('the first look counts nothing, and the next one the time between', () => {
  const first = stepMeter(meterOf(), { now: 5_000, ...there })
  expect(secondsOf(first.meter)).toBe(0)
  const next = stepMeter(first.meter, { now: 6_000, ...there })
  expect(next.meter.paidMs).toBe(1_000)
})

test('time counts up to the last sign of life of both, and a gap does not count', () => {
  let { meter } = after(37)
  // The viewer was killed: its last report stays at 37 s.
  for (let now = 38_000; now <= 50_000; now += 1_000) {
    meter = stepMeter(meter, { now, publisherMs: 0, viewerMs: now - 37_000 }).meter
  }
  expect(meter.paidMs).toBe(37_000)
  meter = stepMeter(meter, { now: 51_000, ...there }).meter
  meter = stepMeter(meter, { now: 53_000, ...there }).meter
  expect(meter.paidMs).toBe(39_000)
})

test('a hole of more than two seconds between two signs of life is not paid, though both seem to be there', () => {
  const { meter } = after(10)
  const away = (now: number) => ({ now, publisherMs: 0, viewerMs: now - 10_000 })
  const holed = [11_000, 12_000, 13_000].reduce((before, now) => stepMeter(before, away(now)).meter, meter)
  expect(stepMeter(holed, { now: 13_500, publisherMs: 0, viewerMs: 1_600 }).meter.paidMs).toBe(11_900)
  expect(stepMeter(holed, { now: 13_500, publisherMs: 0, viewerMs: 1_400 }).meter.paidMs).toBe(10_000)
})

test('a server that looks late pays what it can have missed, and no more', () => {
  const { meter } = after(10)
  expect(stepMeter(meter, { now: 13_000, ...there }).meter.paidMs).toBe(13_000)
  expect(stepMeter(meter, { now: 14_001, ...there }).meter.paidMs).toBe(10_000)
})

test('a line that is away for 15 seconds ends the show, and names its side', () => {
  const lost = stepMeter(after(10).meter, { now: 20_000, publisherMs: 0, viewerMs: 10_000 })
  expect([lost.end, lost.meter.lostAt]).toEqual([null, 20_000])
  expect(stepMeter(lost.meter, { now: 34_999, publisherMs: 0, viewerMs: 24_999 }).end).toBeNull()
  const end = (ages: Omit<Ages, 'now'>) => stepMeter(lost.meter, { now: 35_000, ...ages }).end
  expect(end({ publisherMs: 0, viewerMs: 25_000 })).toEqual({ reason: 'line', lostSide: 'fan' })
  expect(end({ publisherMs: 25_000, viewerMs: 0 })).toEqual({ reason: 'line', lostSide: 'performer' })
  expect(end({ publisherMs: 25_000, viewerMs: 25_000 })).toEqual({ reason: 'line', lostSide: 'performer' })
  expect(end(there)).toBeNull()
})

test('a viewer who reports once in 14 seconds while the picture goes on does not watch for nothing', () => {
  let { meter, end } = after(30)
  let now = 30_000
  for (; end === null && now < 600_000; now += 250) {
    ;({ meter, end } = stepMeter(meter, { now, publisherMs: 0, viewerMs: (now - 30_000) % 14_000 }))
  }
  expect(end).toEqual({ reason: 'line', lostSide: 'fan' })
  expect(now - meter.paidMs).toBeLessThan(60_000 + meter.paidMs / 3 + 1_000)
})

test('a publisher who comes and goes is not held against the viewer', () => {
  let { meter, end } = after(30)
  for (let now = 30_000; now < 600_000; now += 250) {
    const publisherMs = now % 14_000
    ;({ meter, end } = stepMeter(meter, { now, publisherMs, viewerMs: 0 }))
    expect(end).toBeNull()
  }
})

test('the next minute is asked for 15 seconds before it begins, and never beyond the cap', () => {
  expect(after(164).hold).toBeNull()
  expect(after(165).hold).toBe(240)
  expect(after(165, { cap: 200 }).hold).toBe(200)
  expect(after(185, { held: 200, cap: 200 }).hold).toBeNull()
})

test('a show ends where its held time ends, to the second', () => {
  expect(after(179).end).toBeNull()
  expect(after(180).end).toEqual({ reason: 'balance', lostSide: null })
  expect(after(199, { held: 200, cap: 200 }).end).toBeNull()
  expect(after(200, { held: 200, cap: 200 }).end).toEqual({ reason: 'cap', lostSide: null })
})

test('a cap of 200 is never 201', () => {
  const { meter, end } = after(1_000, { held: 200, cap: 200 })
  expect([secondsOf(meter), dueFor(meter, secondsOf(meter)), end?.reason]).toEqual([200, 200, 'cap'])
})

test('parts of a minute are paid by the second, and a part of a token is one', () => {
  const seven = { rate: 7, cap: 100, held: 21, minimum: 3 }
  expect([0, 1, 8, 9, 60, 61, 180].map((seconds) => dueFor(seven, seconds))).toEqual([0, 1, 1, 2, 7, 8, 21])
})

test('the minimum is owed where the fan leaves before its end', () => {
  const meter = { rate: 60, cap: 1000, held: 240, minimum: 3 }
  expect([0, 179, 180, 181].map((seconds) => owedFor(meter, seconds))).toEqual([180, 180, 180, 181])
  expect(owedFor({ ...meter, minimum: 0 }, 5)).toBe(5)
})

test('two minutes before the tokens end both sides can be told, and not before', () => {
  expect(leftOf(after(100, { spendable: 41 }).meter)).toBeNull()
  expect(leftOf(after(101, { spendable: 41 }).meter)).toBe(120)
  expect(leftOf(after(80, { held: 200, cap: 200 }).meter)).toBe(120)
})

/** A run of one side's line: there for so long, then away for so long, in milliseconds. */
const line = fc.array(
  fc.record({ thereMs: fc.integer({ min: 500, max: 20_000 }), awayMs: fc.integer({ min: 3_000, max: 14_000 }) }),
  { minLength: 1, maxLength: 6 },
)
const prices = fc.record({
  rate: fc.integer({ min: 1, max: 1_000 }),
  minimum: fc.integer({ min: 1, max: 10 }),
  more: fc.nat({ max: 5_000 }),
})
const LOOK_MS = 250

test('whatever lines do, only time with both is paid, nearly all of it, and no token beyond cap or hold', () => {
  fc.assert(
    fc.property(prices, line, line, ({ rate, minimum, more }, publisher, viewer) => {
      const cap = rate * minimum + more
      let meter = openMeter({ rate, minimum, cap }, { held: rate * minimum, spendable: more })
      const [sent, reported] = [packets(publisher, 20), packets(viewer, 200)]
      let [truthMs, holes] = [0, 0]
      for (let now = 0; now < Math.max(sent.end, reported.end); now += LOOK_MS) {
        if (sent.isThere(now) && reported.isThere(now)) truthMs += LOOK_MS
        const step = stepMeter(meter, { now, publisherMs: sent.age(now), viewerMs: reported.age(now) })
        if (step.meter.countedTo === null && meter.countedTo !== null) holes += 1
        meter = step.meter
        const seconds = secondsOf(meter)
        expect(dueFor(meter, seconds)).toBeLessThanOrEqual(Math.min(meter.held, cap))
        expect(owedFor(meter, seconds)).toBeLessThanOrEqual(Math.min(meter.held, cap))
        expect(seconds * rate).toBeLessThanOrEqual(meter.held * 60)
        if (step.end) break
        if (step.hold === null) continue
        expect(step.hold).toBeGreaterThan(meter.held)
        expect(step.hold).toBeLessThanOrEqual(cap)
        meter = { ...meter, held: step.hold }
      }
      expect(meter.paidMs).toBeLessThanOrEqual(truthMs + LOOK_MS)
      if (secondsOf(meter) < (meter.held * 60) / rate - 1)
        expect(meter.paidMs).toBeGreaterThanOrEqual(truthMs - (holes + 1) * 1_000)
    }),
  )
})

/** The packets of a line, one each `everyMs` while it is there. */
function packets(runs: readonly { thereMs: number; awayMs: number }[], everyMs: number) {
  const spans: { from: number; to: number }[] = []
  let end = 0
  for (const { thereMs, awayMs } of runs) {
    spans.push({ from: end, to: end + thereMs })
    end += thereMs + awayMs
  }
  return {
    end,
    isThere: (now: number) => spans.some(({ from, to }) => now >= from && now < to),
    /** The age of the newest packet. */
    age(now: number): number | null {
      const span = spans.findLast(({ from }) => from <= now)
      if (!span) return null
      const upTo = Math.min(now, span.to)
      return now - (span.from + Math.floor((upTo - span.from) / everyMs) * everyMs)
    },
  }
}

test.each([
  [{ cap: 100, held: 180 }, 100],
  [{ cap: 1000, held: 90 }, 90],
  [{ cap: 1000, held: 180 }, 150],
])('150 seconds at a token each are due as far as %o: %i', (given, due) => {
  const meter = meterOf(given)
  expect([dueFor(meter, 150), owedFor({ ...meter, minimum: 2 }, 150)]).toEqual([due, due])
})
