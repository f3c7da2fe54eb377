import { setTimeout as pause } from 'node:timers/promises'

/** Runs `work` and settles `floorMs` after the start at the earliest, so that how long it took says nothing of what it found. */
export async function inUniformResponseTime<Result>(floorMs: number, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), pause(floorMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
