import { median, worsening } from '@vesper/sync/bench/statistics.ts'

const titles = {
  plain: 'plain inserts, a transaction each',
  tracked: 'the same through transact(), over 200 spaces',
  'tracked-hot': 'the same through transact(), on one hot space',
  sent: 'sendMessage, over 200 conversations',
  'sent-hot': 'sendMessage, in one conversation',
}

export type Kind = keyof typeof titles

/** Transactions a second in relation to plain inserts, by kind. */
export type Ratios = Record<Exclude<Kind, 'plain'>, number>
export type Writes = { perSecond: Record<Kind, number>; ratios: Ratios }

/** A part of the stored ratio. */
const TOLERANCE = 0.3

/** Each kind in turn, then all of them again: what disturbs the machine for a while disturbs them all. Medians. */
export async function writesOf(
  works: Record<Kind, () => Promise<unknown>>,
  { rounds, perSecond }: { rounds: number; perSecond: (work: () => Promise<unknown>) => Promise<number> },
): Promise<Writes> {
  const kinds = Object.keys(works) as Kind[]
  const samples = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) samples.get(kind)?.push(await perSecond(works[kind]))
  }
  const rates = Object.fromEntries([...samples].map(([kind, all]) => [kind, median(all)])) as Record<Kind, number>
  const { plain, ...others } = rates
  const ratios = Object.entries(others).map(([kind, rate]) => [kind, Number((rate / plain).toFixed(3))])
  return { perSecond: rates, ratios: Object.fromEntries(ratios) as Ratios }
}

/** Kinds that are slower than is tolerated, that have no stored ratio, or that are stored and were not measured. */
export function kindsBelow(stored: Partial<Ratios>, now: Partial<Ratios>): (keyof Ratios)[] {
  const kinds = new Set([...Object.keys(stored), ...Object.keys(now)] as (keyof Ratios)[])
  return [...kinds].filter((kind) => {
    const [value = Number.NaN, before = Number.NaN] = [now[kind], stored[kind]]
    return !(worsening({ value, stored: before }, 'more') <= TOLERANCE)
  })
}

export function slower(kind: keyof Ratios, stored: Ratios, now: Ratios): string {
  const by = Math.round(worsening({ value: now[kind], stored: stored[kind] }, 'more') * 100)
  return `${titles[kind]}: ${now[kind]} times plain inserts, stored are ${stored[kind]} (${by} % worse)`
}

/** `RESULTS.md`. */
export function writesPage({ perSecond, ratios }: Writes): string {
  const lines = (Object.keys(titles) as Kind[]).map((kind) => {
    const ratio = kind === 'plain' ? '' : `${ratios[kind].toFixed(2)}×`
    return `| ${titles[kind]} | ${Math.round(perSecond[kind]).toLocaleString('en')} tx/s | ${ratio} |`
  })
  return `# The server\u2019s writes

Written by \`npm run bench -- server --store\`: 16 writers of one process, medians of turns in one run, over a PostgreSQL that
does not wait for the disk. Absolute figures are the machine\u2019s; ratios to plain inserts can be compared.

| | | in relation to plain inserts |
| --- | --- | --- |
${lines.join('\n')}
`
}
