import { expect, test } from 'vitest'
import { hasStackedMarks } from './has-stacked-marks.ts'

test.each([
  ['plain words', false],
  ['e\u0301 a\u0308\u0304', false],
  ['\u0645\u064E\u0631\u0652\u062D\u064E\u0628\u064B\u0627', false],
  ['\u0E17\u0E35\u0E48\u0E19\u0E35\u0E48', false],
  [`z${'\u0336\u0321\u034B'.repeat(20)}algo`, true],
])('%j is kept within its bubble: %s', (text, isKept) => {
  expect(hasStackedMarks(text)).toBe(isKept)
})
