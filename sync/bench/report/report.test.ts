import { expect, test } from 'vitest'
import { chart } from './chart.ts'
import { rowsOf } from './figures.ts'
import { lastingRegressions, ratiosOf, regressions, unmatchedRatios } from './ratios.ts'
import { resultsPage } from './table.ts'

const samples = {
  tap: { dexie: { ms: [1, 2, 3] }, ours: { ms: [2, 4, 6] }, rxdb: { ms: [3, 3, 3] } },
  replay: { dexie: { perSecond: [1_000], requests: [10] }, ours: { perSecond: [500], requests: [10] } },
}

const rows = rowsOf(samples, 'dexie')

test('ratios are of medians, to the floor of the same run', () => {
  const ratios = ratiosOf(rows)
  expect(ratios).toEqual({ 'tap-p50': 2, replay: 0.5, requests: 1 })
})

test('names a ratio that is more than 30 % worse than stored, and no other', () => {
  expect(regressions(rows, { 'tap-p50': 1.6, replay: 0.6, requests: 2 })).toEqual([])
  expect(regressions(rows, { 'tap-p50': 1.5, replay: 0.7 })).toHaveLength(2)
})

test('rejects a measured ratio that is not stored, and a stored one that a whole run lacks', () => {
  const stored = { 'tap-p50': 2, replay: 0.5, requests: 1 }
  expect(unmatchedRatios(rows, stored, { isWhole: true })).toEqual([])
  expect(unmatchedRatios(rows, { ...stored, wire: 2 }, { isWhole: false })).toEqual([])
  expect(unmatchedRatios(rows, { ...stored, wire: 2 }, { isWhole: true })).toEqual([
    'wire is stored and was not measured. Run: npm run bench -- peers --store',
  ])
  expect(unmatchedRatios(rows, { replay: 0.5, requests: 1 }, { isWhole: false })).toEqual([
    'tap-p50 has no stored ratio. Run: npm run bench -- peers --store',
  ])
})

test('one acknowledged message that is lost is one too many', () => {
  const lossy = rowsOf({ kill: { dexie: { kept: [50] }, ours: { kept: [49] } } }, 'dexie')
  expect(regressions(lossy, { kept: 1 })).toMatchObject([{ id: 'kept' }])
})

test('a worse ratio is measured again, and reported only when it is worse each time', async () => {
  const stored = { 'tap-p50': 1.5, replay: 0.7 }
  const quiet = rowsOf({ ...samples, tap: { dexie: { ms: [2] }, ours: { ms: [3] } } }, 'dexie')
  const asked: string[][] = []
  const answers = [rows, quiet]
  const worse = await lastingRegressions(rows, stored, {
    times: 3,
    measure: (workloads) => {
      asked.push([...workloads])
      return Promise.resolve(answers.shift() ?? [])
    },
  })
  expect(asked).toEqual([
    ['tap', 'replay'],
    ['tap', 'replay'],
  ])
  expect(worse.map(({ id }) => id)).toEqual(['replay'])
})

test('nothing is measured again when nothing is worse', async () => {
  const measure = () => Promise.reject(new Error('measured'))
  expect(await lastingRegressions(rows, { 'tap-p50': 2, replay: 0.5 }, { times: 3, measure })).toEqual([])
})

test('the page names every engine and figure, and why one is not there', () => {
  const page = resultsPage({ rows, about: 'a machine', repeats: { kills: 50, starts: 20 } })
  expect(page).toContain('| 2. Tap to screen, acknowledged, p50 | ≤ 4 ms | 2.0 ms | **4.0 ms** (2.0×) |')
  expect(page).toContain('keeps no rows on the device')
})

test('the chart has a bar for each value', () => {
  const svg = chart(rows)
  expect(svg.match(/<rect class="bar/g)).toHaveLength(3 + 2 + 2)
})
