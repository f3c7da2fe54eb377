import { describe, expect, test } from 'vitest'
import { openClock, stepClock } from './stream-clock.ts'
import type { StreamClock } from './stream-clock.ts'

/** The clock after looks at these moments, each with the age of the latest packet then. */
function after(looks: readonly [now: number, silentMs: number | null][], clock: StreamClock = openClock(0)) {
  let stepped = { ...clock, reason: null } as ReturnType<typeof stepClock>
  for (const [now, silentMs] of looks) stepped = stepClock(stepped, { now, silentMs })
  return stepped
}

describe('a stream', () => {
  test('is live from the first packet on', () => {
    expect(after([[1_000, null]])).toMatchObject({ status: 'starting', reason: null })
    expect(after([[1_000, 0]])).toMatchObject({ status: 'live', liveMs: 0 })
  })

  test.each([
    [1_999, 'live'],
    [2_000, 'reconnecting'],
  ])('is %i ms after its last packet %s', (silentMs, status) => {
    expect(
      after([
        [1_000, 0],
        [1_000 + silentMs, silentMs],
      ]).status,
    ).toBe(status)
  })

  test.each([
    [59_900, 'starting', null],
    [59_999, 'starting', null],
    [60_000, 'ended', 'no-media'],
  ])('is %i ms after it opened without a packet %s', (now, status, reason) => {
    expect(after([[now, null]])).toMatchObject({ status, reason })
  })

  test.each([
    [59_900, 'reconnecting', null],
    [59_999, 'reconnecting', null],
    [60_000, 'ended', 'line'],
  ])('is %i ms after its last packet %s, also where no publisher is left', (silentMs, status, reason) => {
    for (const age of [silentMs, null]) {
      expect(
        after([
          [1_000, 0],
          [1_000 + silentMs, age],
        ]),
      ).toMatchObject({ status, reason })
    }
  })

  test('comes back with the next packet, and the hole does not count', () => {
    const looks: [number, number | null][] = [
      ...([0, 1_000, 2_000, 3_000] as const).map((now): [number, number] => [now, 0]),
      [5_500, 2_500],
      [30_000, null],
      [31_000, 400],
      [32_000, 0],
    ]
    expect(after(looks)).toMatchObject({ status: 'live', liveMs: 3_000 + 1_400 })
  })

  test('counts up to its last packet', () => {
    expect(
      after([
        [1_000, 0],
        [2_000, 300],
        [5_000, 3_300],
        [61_000, null],
        [61_700, null],
      ]),
    ).toMatchObject({ status: 'ended', reason: 'line', liveMs: 700 })
  })

  test('stays over once it has ended', () => {
    const ended = after([[60_000, null]])
    expect(stepClock(ended, { now: 60_500, silentMs: 0 })).toMatchObject({ status: 'ended', reason: null, liveMs: 0 })
  })

  test('takes a first packet that came and went between two looks for a gap', () => {
    expect(after([[10_000, 3_000]])).toMatchObject({ status: 'reconnecting', mediaAt: 7_000 })
  })
})
