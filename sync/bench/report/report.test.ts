import { expect, test } from 'vitest'
import { chart } from './chart.ts'
import { rowsOf } from './figures.ts'
import { ratiosOf, regressions } from './ratios.ts'
import { resultsPage } from './table.ts'

const samples = {
  tap: { dexie: { ms: [1, 2, 3] }, ours: { ms: [2, 4, 6] }, rxdb: { ms: [3, 3, 3] } },
  replay: { dexie: { perSecond: [1_000], requests: [10] }, ours: { perSecond: [500], requests: [10] } },
}

test('[BENCH-2] ratios are of medians, to the floor of the same run', () => {
  const ratios = ratiosOf(rowsOf(samples, 'dexie'))
  expect(ratios).toEqual({ 'tap-p50': 2, replay: 0.5, requests: 1 })
})

test('[BENCH-2] a ratio that is more than 15 % worse than stored is told, one that is better is not', () => {
  const rows = rowsOf(samples, 'dexie')
  expect(regressions(rows, { 'tap-p50': 1.8, replay: 0.55, requests: 2 })).toEqual([])
  expect(regressions(rows, { 'tap-p50': 1.7, replay: 0.6 })).toHaveLength(2)
})

test('[BENCH-3] the page names every engine and figure, and why one is not there', () => {
  const page = resultsPage({ rows: rowsOf(samples, 'dexie'), about: 'a machine', kills: 50 })
  expect(page).toContain('| 2. Tap to screen, acknowledged, p50 | ≤ 4 ms | 2.0 ms | **4.0 ms** (2.0×) |')
  expect(page).toContain('keeps no rows on the device')
})

test('[BENCH-3] the chart has a bar for each value', () => {
  const svg = chart(rowsOf(samples, 'dexie'))
  expect(svg.match(/<rect class="bar/g)).toHaveLength(3 + 2 + 2)
})
