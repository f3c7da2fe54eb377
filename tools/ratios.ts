import { readFile, writeFile } from 'node:fs/promises'

/** By figure: how many times as long as the calibration of the same run. Less is better. */
export type Ratios = Record<string, number>

type Comparison = {
  /** The JSON file with the stored ratios of several benches. */
  file: string
  /** Measures the figures and their calibration. */
  measure: () => Promise<Ratios>
  /** True stores the measured ratios; by default `BENCH_STORE` decides, which `npm run bench -- --store` sets. */
  store?: boolean
}

/** A ratio may be this many times the stored one. */
const TOLERANCE = 1.3

/**
 * Compares ratios with the stored ones. Figures that are too bad are measured once more, because a busy machine disturbs
 * one run. Answers a sentence for each figure that is too bad twice.
 */
export async function compareRatios({ file, measure, store }: Comparison): Promise<string[]> {
  const stored = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Ratios
  const first = await measure()
  print(first, stored)
  if (store ?? process.env['BENCH_STORE'] === '1') {
    const rounded = Object.entries(first).map(([name, ratio]) => [name, Number(ratio.toFixed(3))])
    const kept = { ...stored, ...(Object.fromEntries(rounded) as Ratios) }
    await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`)
    return []
  }
  const suspects = tooBad(first, stored)
  if (suspects.length === 0) return []
  console.log(`Measuring again: ${suspects.join(', ')}`)
  const second = await measure()
  print(second, stored)
  return tooBad(second, stored)
    .filter((name) => suspects.includes(name))
    .map((name) => `${name}: ${second[name]?.toFixed(2)} times the calibration, stored are ${stored[name]}.`)
}

function tooBad(now: Ratios, stored: Ratios): string[] {
  return Object.keys(now).filter((name) => {
    const [ratio, before] = [now[name], stored[name]]
    return ratio !== undefined && before !== undefined && ratio > before * TOLERANCE
  })
}

function print(now: Ratios, stored: Ratios): void {
  for (const [name, ratio] of Object.entries(now)) {
    console.log(`  ${name}: ${ratio.toFixed(2)} times the calibration (stored ${stored[name] ?? 'none'})`)
  }
}
