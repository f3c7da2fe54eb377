import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedTime, movedDate, movedTime, nextPause, pauseAt } from './pause-clock.ts'
import { endOfPause } from './pause.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2027-01-01T00:00:00.000Z')
const at = (hours: number) => START + hours * HOUR
const span = (from: number, to: number) => ({
  startsAt: new Date(at(from)).toISOString(),
  endsAt: new Date(at(to)).toISOString(),
})

/** Pauses one after the other, each with the hours before it and its own, in any order. */
const anyPauses = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 60 }), hours: fc.integer({ min: 0, max: 60 }) }), { maxLength: 6 })
  .chain((gaps) => {
    let end = -50
    const spans = gaps.map(({ gap, hours }) => {
      const begin = end + gap
      end = begin + hours
      return span(begin, end)
    })
    return fc.shuffledSubarray(spans, { minLength: spans.length })
  })
const anyHour = fc.integer({ min: 0, max: 500 })

/** The hours after `since` in which no pause lasts, one by one. */
function stepped(pauses: readonly { startsAt: string; endsAt: string }[], until: number): number {
  let counted = 0
  for (let hour = 0; hour < until; hour++) if (!pauseAt(pauses, at(hour))) counted += 1
  return counted
}

test('the clock counts the hours in which no pause lasts', () => {
  fc.assert(
    fc.property(anyPauses, anyHour, (pauses, hour) => {
      expect(countedTime(pauses, START, at(hour))).toBe(at(stepped(pauses, hour)))
    }),
  )
})

test('a moved time is the first at which the clock shows it, and later pauses change nothing', () => {
  fc.assert(
    fc.property(anyPauses, anyHour, (pauses, counted) => {
      const moved = movedTime(pauses, START, at(counted))
      expect(countedTime(pauses, START, moved)).toBe(at(counted))
      if (counted > 0) expect(countedTime(pauses, START, moved - 1)).toBeLessThan(at(counted))
      const known = pauses.filter(({ startsAt }) => Date.parse(startsAt) < moved)
      expect(movedTime(known, START, at(counted))).toBe(moved)
    }),
  )
})

test('a term moves by exactly the pause that begins before its end, and by the part after its beginning', () => {
  const pause = span(10, 10 + 45 * 24)
  expect(movedTime([pause], START, at(11)) - at(11)).toBe(45 * DAY)
  expect(movedTime([pause], START, at(10))).toBe(at(10))
  expect(movedTime([pause], at(34), at(40)) - at(40)).toBe(44 * DAY)
  expect(movedTime([pause], at(10 + 45 * 24), at(2000))).toBe(at(2000))
})

test('a pause that ends early gives the rest back', () => {
  const before = movedTime([span(10, 10 + 90 * 24)], START, at(100))
  const after = movedTime([span(10, 10 + 36)], START, at(100))
  expect(before - after).toBe(90 * DAY - 36 * HOUR)
  expect(movedTime([span(10, 10)], START, at(100))).toBe(at(100))
})

test('pauses are whole days of 24 hours, also over a change of clocks, and dates are told in UTC', () => {
  // Clocks go back in Auckland on 4 April 2027.
  expect(endOfPause('2027-03-31T11:00:00.000Z', 14)).toBe('2027-04-14T11:00:00.000Z')
  const pause = { startsAt: '2027-03-31T11:00:00.000Z', endsAt: '2027-04-14T11:00:00.000Z' }
  expect(movedDate([pause], '2027-03-10T00:00:00Z', '2027-04-10T00:00:00Z')).toBe('2027-04-24T00:00:00.000Z')
})

test('a pause lasts until right before its end, and the next one is the earliest that is planned', () => {
  const [first, second] = [span(10, 20), span(30, 40)]
  expect([9, 10, 19, 20].map((hour) => pauseAt([second, first], at(hour)))).toEqual([
    undefined,
    first,
    first,
    undefined,
  ])
  expect([9, 10, 30].map((hour) => nextPause([second, first], at(hour)))).toEqual([first, second, undefined])
})
