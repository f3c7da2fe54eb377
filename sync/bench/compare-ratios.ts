import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** By figure: how many times as long as the calibration of the same run. Less is better. */
export type Ratios = Record<string, number>

type Comparison = {
  /** The JSON file with the stored ratios of this bench, `<bench>.ratios.json`. */
  file: string
  /** Measures the figures and their calibration. */
  measure: () => Promise<Ratios>
  /** The measured ratios become the stored ones. The default is `BENCH_STORE`, which `npm run bench -- --store` sets. */
  store?: boolean
}

/** A ratio may be this many times the stored one. */
const TOLERANCE = 1.3

/**
 * Compares ratios with the stored ones. Figures that are too bad are measured once more, because a busy machine disturbs
 * one run. Answers a sentence for each figure that is too bad twice, that has no stored ratio, or that is stored and was
 * not measured.
 */
export async function compareRatios({ file, measure, store }: Comparison): Promise<string[]> {
  if (store ?? process.env['BENCH_STORE'] === '1') {
    const measured = await measure()
    print(measured, {})
    const rounded = Object.entries(measured).map(([name, ratio]) => [name, Number(ratio.toFixed(3))])
    await writeFile(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
    return []
  }
  const stored = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Ratios,
    () => null,
  )
  if (stored === null) return [`${basename(file)} is missing. ${howToStore(file)}`]
  const first = await measure()
  print(first, stored)
  const unmatched = unmatchedFigures(first, stored).map((sentence) => `${sentence} ${howToStore(file)}`)
  const suspects = tooBad(first, stored)
  if (suspects.length === 0) return unmatched
  process.stdout.write(`Measuring again: ${suspects.join(', ')}\n`)
  const second = await measure()
  print(second, stored)
  const worse = tooBad(second, stored)
    .filter((name) => suspects.includes(name))
    .map((name) => `${name}: ${second[name]?.toFixed(2)} times the calibration, stored are ${stored[name]}.`)
  return [...unmatched, ...worse]
}

function howToStore(file: string): string {
  return `Run: npm run bench -- ${basename(file).replace(/\.ratios\.json$/, '')} --store`
}

/** A sentence for each figure that only one of the two has. */
function unmatchedFigures(now: Ratios, stored: Ratios): string[] {
  const isNumber = (ratio: number | undefined) => ratio !== undefined && Number.isFinite(ratio)
  return [
    ...Object.keys(now).flatMap((name) => (isNumber(stored[name]) ? [] : `${name} has no stored ratio.`)),
    ...Object.keys(stored).flatMap((name) => (isNumber(now[name]) ? [] : `${name} is stored and was not measured.`)),
  ]
}

function tooBad(now: Ratios, stored: Ratios): string[] {
  return Object.keys(now).filter((name) => {
    const [ratio, before] = [now[name], stored[name]]
    return ratio !== undefined && before !== undefined && ratio > before * TOLERANCE
  })
}

function print(now: Ratios, stored: Ratios): void {
  for (const [name, ratio] of Object.entries(now)) {
    process.stdout.write(`  ${name}: ${ratio.toFixed(2)} times the calibration (stored ${stored[name] ?? 'none'})\n`)
  }
}
