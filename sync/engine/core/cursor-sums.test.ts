import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCompact, expandCursor } from './compact-cursor.ts'
import { cursorSums, versionsBySums } from './cursor-sums.ts'

const names = Array.from(
  { length: 300 },
  (_, n) => `c:0190000${n % 8}-0000-7000-8000-${String(n).padStart(12, '0')}`,
).sort()
/** Versions that differ, so that a mistaken space shows. */
const now = new Map(names.map((name, n) => [name, 40 + n]))
const place = fc.nat({ max: names.length - 1 })
const lag = fc.integer({ min: 1, max: 32 })

test('[CURSOR-6] sums that nothing has moved since say the present versions', () => {
  expect(versionsBySums(sumsOf(now), names, now)).toEqual(now)
})

test('[CURSOR-6] one or two spaces that have moved are found, with the versions that the device holds', () => {
  fc.assert(
    fc.property(fc.tuple(place, lag), fc.tuple(place, lag), ([one, by], [other, byOther]) => {
      const held = new Map(now)
      held.set(at(one), (now.get(at(one)) ?? 0) - by)
      held.set(at(other), (now.get(at(other)) ?? 0) - byOther)
      expect(versionsBySums(sumsOf(held), names, now)).toEqual(held)
    }),
    { numRuns: 300 },
  )
})

test('[CURSOR-6] sums that cannot be explained are not guessed', () => {
  const held = (...behind: [place: number, by: number][]) => {
    const versions = new Map(now)
    for (const [place, by] of behind) versions.set(at(place), (now.get(at(place)) ?? 0) - by)
    return versions
  }
  for (const versions of [
    held([3, 33]),
    // Ahead of a server that was restored.
    held([3, -1]),
    held([3, 1], [4, 1], [5, 1]),
    held([3, 1], [4, 40]),
  ]) {
    expect(versionsBySums(sumsOf(versions), names, now)).toBeNull()
  }
  expect(versionsBySums(sumsOf(now).slice(1), names, now)).toBeNull()
  expect(versionsBySums([], names, now)).toBeNull()
})

test('[CURSOR-6] a request with sums names no space and no version, and is expanded over the same spaces alone', () => {
  const cursor = Object.fromEntries(now)
  const { cursor: sent, compact } = asCompact({ cursor } as never, 'sums')
  expect([sent, compact?.versions, compact?.sums?.length]).toEqual([{}, [], 2])
  const at = expandCursor(compact as never, new Map([...now].toReversed()))
  expect(at).toEqual(cursor)
  expect(expandCursor(compact as never, new Map([...now, ['c:new', 1]]))).toBeNull()
  expect(expandCursor(compact as never, new Map([...now].slice(1)))).toBeNull()
  // To a server that knows no sums.
  expect(expandCursor({ names: compact?.names ?? 1, versions: compact?.versions ?? [] }, now)).toBeNull()
})

function at(place: number): string {
  return names[place] ?? ''
}

function sumsOf(versions: ReadonlyMap<string, number>): number[] {
  return cursorSums(names, (name) => versions.get(name) ?? 0)
}
