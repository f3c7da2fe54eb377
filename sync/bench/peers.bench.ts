// Our engine beside its peers: `npm run bench -- peers`, with --quick to try it out, --check to compare with peers.ratios.json,
// --store to keep this run's ratios there, --report to write the page of the last run anew; --only=tap,rebase and
// --engines=dexie,ours measure a part, and write nothing; with --merge they take the place of that part of the last run.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, platform } from 'node:os'
import { join } from 'node:path'
import { run, secondsSince } from '../../tools/run.ts'
import { bundlePages, sizes } from './bundle.ts'
import { engines } from './engines/list.ts'
import type { EngineName, WorkloadName } from './engines/list.ts'
import { chart } from './report/chart.ts'
import { rowsOf } from './report/figures.ts'
import type { Samples } from './report/figures.ts'
import { lastingRegressions, ratiosOf, unmatchedRatios } from './report/ratios.ts'
import type { Ratios } from './report/ratios.ts'
import { resultsPage } from './report/table.ts'
import { BenchServer } from './server/bench-server.ts'
import { coldStart } from './workloads/cold-start.ts'
import { initialSync } from './workloads/initial-sync.ts'
import { kill } from './workloads/kill.ts'
import { rebase } from './workloads/rebase.ts'
import { reconnect } from './workloads/reconnect.ts'
import { replay } from './workloads/replay.ts'
import { tap } from './workloads/tap.ts'
import type { Bench, Measured } from './workloads/workload.ts'

const here = import.meta.dirname
const floor: EngineName = 'dexie'
const options = new Set(process.argv.slice(2))
const [onlyWorkloads, onlyEngines] = [listed('--only'), listed('--engines')]
const isWhole = !onlyWorkloads && !onlyEngines && !options.has('--quick')
const repeats = options.has('--quick')
  ? { kills: 3, taps: 50, starts: 3, runs: 1 }
  : { kills: 50, taps: 200, starts: 20, runs: 3 }

const workloads: Partial<Record<WorkloadName, (bench: Bench) => Promise<Measured>>> = {
  tap,
  'initial-sync': initialSync,
  replay,
  rebase,
  'cold-start': coldStart,
  reconnect,
  kill,
  size: measureSizes,
}

type Results = { about: string; repeats: Bench['repeats']; samples: Samples }

const isMerged = options.has('--merge') && !options.has('--quick')
const results = options.has('--report')
  ? await lastResults()
  : isMerged
    ? await measureAll().then(merged)
    : await measureAll()
const rows = rowsOf(results.samples, floor)
const page = resultsPage({ rows, about: results.about, repeats: results.repeats })
process.stdout.write(`\n${page.slice(page.indexOf('|'), page.indexOf('\n\n(n×)'))}\n`)
if (isWhole || isMerged || options.has('--report')) {
  await write('results.json', `${JSON.stringify(results)}\n`)
  await write('RESULTS.md', page)
  await write('results.svg', chart(rows))
}
if (options.has('--store')) await write('peers.ratios.json', `${JSON.stringify(ratiosOf(rows), null, 2)}\n`)
if (options.has('--check')) await check()

async function measureAll(only: ReadonlySet<string> | null = onlyWorkloads): Promise<Results> {
  const taken = engines.filter(({ name }) => onlyEngines?.has(name) ?? true)
  if (taken.some(({ module }) => module.startsWith('peers/'))) await installPeers()
  const began = performance.now()
  const load = loadavg()[0]?.toFixed(1)
  const progress = (what: string) => process.stdout.write(`${secondsSince(began).toFixed(0).padStart(4)} s  ${what}\n`)
  progress('bundling')
  const server = await BenchServer.start(await bundlePages(taken))
  const samples: Samples = {}
  try {
    for (const [name, measure] of Object.entries(workloads)) {
      if (only?.has(name) === false) continue
      samples[name as WorkloadName] = await measure({ server, engines: taken, repeats, progress })
    }
  } finally {
    await server.stop()
  }
  const about = `Measured with ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'a processor'}, ${platform()}; load before it began: ${load}.`
  return { about, repeats, samples }
}

/** The values of an option, as in `--only=tap,rebase`; null where it is missing. */
function listed(option: string): Set<string> | null {
  const given = process.argv.find((argument) => argument.startsWith(`${option}=`))
  return given ? new Set(given.slice(option.length + 1).split(',')) : null
}

async function lastResults(): Promise<Results> {
  return JSON.parse(await readFile(join(here, 'results.json'), 'utf8')) as Results
}

/** Ratios are within one run still: what is merged is a whole row, or engines whose figure is no time. */
async function merged({ samples, ...now }: Results): Promise<Results> {
  const all = { ...(await lastResults()).samples }
  for (const [workload, measured] of Object.entries(samples) as [WorkloadName, Measured][]) {
    all[workload] = onlyEngines ? { ...all[workload], ...measured } : measured
  }
  return { ...now, samples: all }
}

async function measureSizes({ engines: taken }: Bench): Promise<Measured> {
  const measured = await sizes(taken)
  return Object.fromEntries(
    Object.entries(measured).map(([name, { all, beyondDexie }]) => [
      name,
      { all: [all / 1_000], beyondDexie: [beyondDexie / 1_000] },
    ]),
  )
}

/** The peers are not among what the app installs. */
async function installPeers(): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8')) as { dependencies: object }
  const installed = ['.package-lock.json', ...Object.keys(dependencies)]
  if (installed.every((name) => existsSync(join(here, 'node_modules', name)))) return
  process.stdout.write('Installing the peers into sync/bench/node_modules\n')
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: here, output: 'kept' })
  if (code !== 0) throw new Error(`The peers could not be installed:\n${output}`)
}

async function check(): Promise<void> {
  const stored = JSON.parse(await readFile(join(here, 'peers.ratios.json'), 'utf8')) as Ratios
  const measure = async (only: ReadonlySet<string>) => rowsOf((await measureAll(only)).samples, floor)
  const worse = await lastingRegressions(rows, stored, { times: 2, measure })
  const faults = [...unmatchedRatios(rows, stored, { isWhole }), ...worse.map(({ sentence }) => sentence)]
  for (const sentence of faults) process.stdout.write(`✗ ${sentence}\n`)
  if (faults.length === 0) process.stdout.write('✓ no ratio is worse than stored\n')
  process.exitCode = faults.length === 0 ? 0 : 1
}

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(here, name), text)
}
