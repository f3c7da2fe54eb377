import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeText } from './merge-text.ts'

test.each([
  ['One. Two. Three.', 'First. Two. Three.', 'One. Two. Third.', 'First. Two. Third.'],
  ['One. Two.', 'First. Two.', 'One. Second.', 'First. Second.'],
  ['One.\n\nTwo.', 'One.\n\nTwo.\n\nThree.', 'Zero.\n\nOne.\n\nTwo.', 'Zero.\n\nOne.\n\nTwo.\n\nThree.'],
  ['One. Two. Three.', 'One. Three.', 'One. Two. Three. Four.', 'One. Three. Four.'],
])('changes to different sentences stand together: %j, %j, %j → %j', (...[base, ours, theirs, merged]) => {
  expect(mergeText({ base, ours, theirs })).toBe(merged)
})

test.each([
  ['See you at eight.', 'See you at nine.', 'See you at ten.'],
  ['See you at eight.', 'I see you at eight.', 'See you at eight tonight.'],
  ['', 'mine', 'theirs'],
  ['One. Two. Three.', 'One. Three.', 'One. Two, changed. Three.'],
])('changes to one sentence do not: %j, %j, %j', (base, ours, theirs) => {
  expect(mergeText({ base, ours, theirs })).toBeNull()
})

test.each([
  ['one line was added to a long list', list(200), `Title\n${list(200)}`, `${list(200)}x`, `Title\n${list(200)}x`],
  ['all is the same line', 'a\n'.repeat(2_499), 'a\n'.repeat(2_500), 'a\n'.repeat(2_498), undefined],
  ['nothing but the beginning is new', '', 'a\n'.repeat(2_500), `b${'a\n'.repeat(2_499)}`, undefined],
  ['lines by turns', 'a\nb\n'.repeat(1_250), `c\n${'b\na\n'.repeat(1_249)}`, `${'b\na\n'.repeat(1_249)}c`, undefined],
])('no text holds up whoever merges it: %s', (...[, base, ours, theirs, merged]) => {
  const begun = process.cpuUsage()
  const found = mergeText({ base, ours, theirs })
  // Processor time, whatever else the machine does.
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000)
  if (merged !== undefined) expect(found).toBe(merged)
})

/** Lines that all differ, with what parts them. */
function list(lines: number): string {
  return Array.from({ length: lines }, (_, n) => `line ${n}`).join('\n')
}

describe('whatever is written', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'bc', ' ', '.', '!', '\n', 'constructor', '؟', '𝒳'),
    maxLength: 40,
  })
  const versions = fc.record({ base: text, ours: text, theirs: text })

  test('swapping the sides changes nothing', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        expect(mergeText({ base, ours, theirs })).toBe(mergeText({ base, ours: theirs, theirs: ours }))
      }),
    )
  })

  test('merging again with either side changes nothing', () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs }) => {
        const merged = mergeText({ base, ours, theirs })
        if (merged === null) return
        expect(mergeText({ base, ours: merged, theirs })).toBe(merged)
        expect(mergeText({ base, ours, theirs: merged })).toBe(merged)
      }),
    )
  })

  test('who changed nothing takes what the other has, and the same change twice is one', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText({ base, ours: base, theirs: changed })).toBe(changed)
        expect(mergeText({ base, ours: changed, theirs: changed })).toBe(changed)
      }),
    )
  })
})
