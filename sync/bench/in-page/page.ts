import type { MakeEngine, Subject } from '../engines/engine.ts'
import { coldStart } from './cold-start.ts'
import { initialSync } from './initial-sync.ts'
import { keep, newestIds } from './kept.ts'
import { Line } from './line.ts'
import { load, pullAgain } from './load.ts'
import { prepareRebase, rebase } from './rebase.ts'
import { queueMessages, replay } from './replay.ts'
import { tap } from './tap.ts'

/** The requests of the program outside to a page. */
const jobs = {
  coldStart,
  initialSync,
  keep,
  newestIds,
  load,
  pullAgain,
  prepareRebase,
  rebase,
  queueMessages,
  replay,
  tap,
}

export type Jobs = typeof jobs
export type JobArgs<Name extends keyof Jobs> = Parameters<Jobs[Name]>[1]
export type JobResult<Name extends keyof Jobs> = Awaited<ReturnType<Jobs[Name]>>

/** Makes the engine and waits to be asked, one job after another. */
export function startPage(make: MakeEngine): void {
  const line = new Line()
  const subject: Subject = { engine: make(line), line }
  const run = (name: keyof Jobs, args: unknown) =>
    (jobs[name] as (subject: Subject, args: unknown) => Promise<unknown>)(subject, args)
  Object.assign(globalThis, { bench: { run } })
}
