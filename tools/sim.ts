// npm run sim [-- --seeds 10000] [--from 1] [--steps 60] [--broken <promise>] [--dexie]: the simulation on every core, until a
// seed fails; with --dexie over Dexie instead of memory; with --broken until one notices what that promise's breach causes.
// npm run sim -- --broken all: the first seed that notices, of each promise.
// npm run sim -- --pg [--seeds 20] [--from 1]: Vesper's own model over its server and PostgreSQL, some seconds a seed.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { brokenPromises, firstToNotice, noticing } from '../sync/testing/broken-promises.ts'
import { DexieDisk } from '../sync/testing/dexie-disk.ts'
import { shrink } from '../sync/testing/shrink.ts'
import type { BrokenWorld } from '../sync/testing/simulated-world.ts'
import { STEPS } from '../sync/testing/simulation.ts'
import type { Report, SimulationOptions } from '../sync/testing/simulation.ts'
import { run } from './run.ts'

/** The seeds from `from`, every `stride`th, as many as there are below `end`. */
type Share = { from: number; end: number; stride: number } & Told
type Told = { steps: number; broken: BrokenWorld | undefined; dexie: boolean }

if (isMainThread) await runAll()
else await runShare(workerData as Share)

async function runAll(): Promise<void> {
  const { seeds, from, isTable, isOverPostgres, ...told } = options()
  if (isTable) return tellBroken()
  if (isOverPostgres) return runOverPostgres(seeds, from)
  const workers = availableParallelism()
  const began = performance.now()
  const shares = Array.from({ length: workers }, (_, n): Share => {
    return { from: from + n, end: from + seeds, stride: workers, ...told }
  })
  let [done, mutations] = [0, 0]
  const failed = await new Promise<Report | null>((resolve, reject) => {
    let running = workers
    const threads = shares.map((share) => new Worker(new URL(import.meta.url), { workerData: share }))
    for (const [n, thread] of threads.entries()) {
      let seed = from + n
      thread.on('message', (report: Report) => {
        done += 1
        seed += workers
        mutations += report.mutations
        if (done % 500 === 0) console.log(`${done} of ${seeds} seeds`)
        if (report.violations.length > 0) resolve(report)
      })
      thread.on('error', (cause) => reject(new Error(`seed ${seed} is broken off`, { cause })))
      thread.on('exit', (code) => {
        running -= 1
        // Nothing is left to happen in it, and somebody still waits.
        if (code !== 0) reject(new Error(`seed ${seed} never ends`))
        else if (running === 0) resolve(null)
      })
    }
    process.once('exit', () => threads.forEach((thread) => void thread.terminate()))
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  if (!failed) {
    console.log(`${done} seeds, ${mutations} mutations, ${seconds} s: nothing lost, doubled, out of order or apart`)
    process.exit(0)
  }
  await tell(failed, simulationOf(failed.seed, told))
  process.exit(1)
}

/** The simulation of the server half, which Vitest gives a PostgreSQL. */
async function runOverPostgres(seeds: number, from: number): Promise<void> {
  const env = { SIM_SEEDS: String(seeds), SIM_FROM: String(from) }
  const { code } = await run('vitest', ['run', 'server/infra/sync/simulation.pg.test.ts'], { env, output: 'shown' })
  process.exitCode = code
}

/** Tells the seed that notices each broken promise, as the table of sync/README.md has it. */
async function tellBroken(): Promise<void> {
  for (const broken of Object.keys(brokenPromises) as BrokenWorld[]) {
    const report = await firstToNotice(broken)
    console.log(report ? `${broken}: seed ${report.seed}, ${report.violations[0]}` : `${broken}: not noticed`)
    if (!report) process.exitCode = 1
  }
}

async function tell(report: Report, options: SimulationOptions): Promise<void> {
  console.error(`seed ${report.seed} fails:\n  ${report.violations.join('\n  ')}\nShrinking …`)
  const found = await shrink(options, noticing)
  const { violations } = await noticing(found)
  console.error(`The least that fails:\n  ${violations.join('\n  ')}\nFor sync/testing/kept-seeds.ts:`)
  const over = options.newDisk ? ' overDexie: true,' : ''
  console.error(`  { options: ${JSON.stringify(found)},${over} because: '' },`)
}

async function runShare({ from, end, stride, ...told }: Share): Promise<void> {
  for (let seed = from; seed < end; seed += stride) {
    parentPort?.postMessage(await noticing(simulationOf(seed, told)))
  }
}

function simulationOf(seed: number, { dexie, ...told }: Told): SimulationOptions {
  return { seed, ...told, ...(dexie && { newDisk: () => new DexieDisk() }) }
}

function options() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      from: { type: 'string', default: '1' },
      steps: { type: 'string', default: String(STEPS) },
      broken: { type: 'string' },
      dexie: { type: 'boolean', default: false },
      pg: { type: 'boolean', default: false },
    },
  })
  const [seeds, from, steps] = [values.seeds ?? (values.pg ? 20 : 10_000), values.from, values.steps].map(Number)
  if (!seeds || !from || !steps) throw new Error('--seeds, --from and --steps take numbers above 0.')
  const isTable = values.broken === 'all'
  if (values.broken !== undefined && !isTable && !(values.broken in brokenPromises)) {
    throw new Error(`--broken takes all, or one of: ${Object.keys(brokenPromises).join(', ')}`)
  }
  const broken = values.broken as BrokenWorld | undefined
  return { seeds, from, steps, isTable, isOverPostgres: values.pg, broken, dexie: values.dexie }
}
