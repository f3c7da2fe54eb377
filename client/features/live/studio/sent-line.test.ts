import { expect, test } from 'vitest'
import { noPublisherFigures } from '../rtc/publisher-figures.ts'
import type { PublisherFigures } from '../rtc/publisher-figures.ts'
import { freshLine, nextSentLine } from './sent-line.ts'
import type { SentLine } from './sent-line.ts'

/** The line after so many measures alike. */
function after(line: SentLine, times: number, given: Partial<PublisherFigures>): SentLine {
  const later: PublisherFigures = { ...noPublisherFigures, route: 'udp', bytes: 500_000, ...given }
  for (let n = 0; n < times; n += 1) line = nextSentLine(line, [{ ...later, bytes: 200_000 }, later], 2_000)
  return line
}

test('bits a second are those of the time between two measures', () => {
  expect(after(freshLine, 1, { lost: 0.02 })).toMatchObject({
    bits: 1_200_000,
    lost: 0.02,
    route: 'udp',
    suffers: null,
  })
})

test('a picture suffers after three poor measures in a row, and no more after three good ones', () => {
  const poor = { lost: 0.09 }
  expect(after(freshLine, 2, poor).suffers).toBeNull()
  const suffering = after(freshLine, 3, poor)
  expect(suffering.suffers).toBe('loss')
  expect(after(suffering, 2, {}).suffers).toBe('loss')
  expect(after(suffering, 3, {}).suffers).toBeNull()
  expect(after(after(after(freshLine, 2, poor), 1, {}), 2, poor).suffers).toBeNull()
})

test('loss comes before a slow line, and that before a busy device', () => {
  expect(after(freshLine, 3, { lost: 0.2, roundTripMs: 2_000, limit: 'device' }).suffers).toBe('loss')
  expect(after(freshLine, 3, { roundTripMs: 1_001, limit: 'device' }).suffers).toBe('line')
  expect(after(freshLine, 3, { limit: 'line' }).suffers).toBe('line')
  expect(after(freshLine, 3, { limit: 'device' }).suffers).toBe('device')
  expect(after(freshLine, 9, { lost: 0.08, roundTripMs: 1_000 }).suffers).toBeNull()
})
