import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareRatios } from './compare-ratios.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesper-ratios-'))
  file = join(folder, 'start.ratios.json')
  await writeFile(file, '{ "start": 10, "frame": 2 }')
})
afterEach(() => rm(folder, { recursive: true }))

/** One answer a run. */
const runs = (...ratios: Record<string, number>[]) => ({
  file,
  store: false,
  measure: () => Promise.resolve(ratios.shift() ?? expect.fail('Measured once too often.')),
})

test('accepts a ratio up to 1.3 times the stored one', async () => {
  expect(await compareRatios(runs({ start: 13, frame: 1 }))).toEqual([])
})

test('measures again before a figure fails', async () => {
  expect(await compareRatios(runs({ start: 14, frame: 2 }, { start: 10, frame: 2 }))).toEqual([])
})

test('rejects a figure that is too bad twice, and no other one', async () => {
  const worse = await compareRatios(runs({ start: 14, frame: 2 }, { start: 15, frame: 9 }))
  expect(worse).toEqual(['start: 15.00 times the calibration, stored are 10.'])
})

test('rejects a figure that has no stored ratio', async () => {
  expect(await compareRatios(runs({ start: 10, frame: 2, echo: 100 }))).toEqual([
    'echo has no stored ratio. Run: npm run bench -- start --store',
  ])
})

test('rejects a stored figure that is not measured any more', async () => {
  expect(await compareRatios(runs({ start: 10 }))).toEqual([
    'frame is stored and was not measured. Run: npm run bench -- start --store',
  ])
})

test('rejects a figure that is no number', async () => {
  expect(await compareRatios(runs({ start: 10, frame: Number.NaN }))).toHaveLength(1)
})

test('rejects a bench without stored ratios', async () => {
  await rm(file)
  expect(await compareRatios(runs({ start: 10, frame: 2 }))).toEqual([
    'start.ratios.json is missing. Run: npm run bench -- start --store',
  ])
})

test('stores the measured ratios in place of those before', async () => {
  await compareRatios({ ...runs({ frame: 1.23456 }), store: true })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ frame: 1.235 })
})
