import type { EngineAbout, EngineName, WorkloadName } from '../engines/list.ts'
import type { BenchServer } from '../server/bench-server.ts'

export type Repeats = { kills: number; taps: number; starts: number; runs: number }

export type Bench = {
  server: BenchServer
  engines: readonly EngineAbout[]
  repeats: Repeats
  /** Tells the terminal what is going on. */
  progress: (what: string) => void
}

/** Figures of one engine: by the name of the figure, what was measured in each run. */
export type Samples = Record<string, number[]>
export type Measured = Partial<Record<EngineName, Samples>>

/** The engines that a workload is run with. */
export function taking(bench: Bench, workload: WorkloadName): EngineAbout[] {
  return bench.engines.filter(({ leftOut }) => leftOut[workload] === undefined)
}

/** A peer that fails, or takes for ever, leaves its place in the table empty; that is told. */
export async function attempt<Result>(
  { progress }: Bench,
  { name, title }: EngineAbout,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (name === 'dexie' || name === 'ours') throw error
    progress(`${title} failed: ${String(error)}`)
    return null
  }
}

/** Each engine in turn, then all of them again: what disturbs the machine for a while disturbs them all. */
export async function inTurns(
  bench: Bench,
  { workload, runs }: { workload: WorkloadName; runs: number },
  measure: (engine: EngineAbout) => Promise<Record<string, number>>,
): Promise<Measured> {
  const measured: Measured = {}
  const failed = new Set<EngineName>()
  for (let run = 1; run <= runs; run += 1) {
    for (const engine of taking(bench, workload).filter(({ name }) => !failed.has(name))) {
      bench.progress(`${workload} ${run}/${runs} ${engine.title}`)
      const found = await attempt(bench, engine, () => measure(engine))
      if (!found) failed.add(engine.name)
      for (const [figure, value] of Object.entries(found ?? {})) {
        const samples = (measured[engine.name] ??= {})
        ;(samples[figure] ??= []).push(value)
      }
    }
  }
  return measured
}
