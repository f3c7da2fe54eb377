import type { DueWork } from './due-work.ts'

/** One statement asks for the work of all jobs, so often: work whose wake-up was lost waits so long at most. */
export const LOOK_MS = 60_000
/** Works that are due so close together are one: a look sees again what the process knew. */
const SAME_MS = 100
/** A worker that asks a moment too early would not ask again soon. */
const SLACK_MS = SAME_MS + 20
/** The time until a look that something calls for, and between two of those, in milliseconds. */
const SOON_MS = { wait: 2_000, apart: 500 }

export type LookAhead = {
  /** Work of a job is there, or will be in `inMs`. Later work than a look sees is left to it. */
  due: (name: string, inMs: number) => void
  /** Asks the database now. */
  look: () => Promise<void>
  /** Asks it in two seconds: work may have got a time that only the database knows. */
  lookSoon: () => void
  stop: () => void
}

type Timer = { at: number; timeout: NodeJS.Timeout; isLast: boolean }

/** Knows when work of the jobs of this process is due, as `read` tells it, and pokes their workers then. */
export function lookAhead({
  read,
  poke,
  failed,
}: {
  read: () => Promise<readonly DueWork[]>
  poke: (name: string) => void
  failed: (error: unknown) => void
}): LookAhead {
  const timers = new Map<string, Timer>()
  const soon = new Set<NodeJS.Timeout>()
  let plannedAt = -Infinity
  let isStopped = false
  const regular = setInterval(() => void look(), LOOK_MS).unref()

  /** One timer for each job, the earliest: its end looks for what comes next. */
  function due(name: string, inMs: number): void {
    if (inMs <= 0) return poke(name)
    if (inMs > LOOK_MS || isStopped) return
    const at = performance.now() + inMs
    const known = timers.get(name)
    if (known && Math.abs(known.at - at) < SAME_MS) return
    if (known && known.at <= at) {
      known.isLast = false
      return
    }
    clearTimeout(known?.timeout)
    const timeout = setTimeout(() => ring(name), inMs + SLACK_MS).unref()
    timers.set(name, { at, timeout, isLast: known === undefined })
  }

  function ring(name: string): void {
    const isLast = timers.get(name)?.isLast ?? true
    timers.delete(name)
    poke(name)
    if (!isLast) lookSoon()
  }

  async function look(): Promise<void> {
    try {
      for (const { name, inMs } of await read()) due(name, inMs)
    } catch (error) {
      failed(error)
    }
  }

  function lookSoon(): void {
    const now = performance.now()
    if (isStopped || now - plannedAt < SOON_MS.apart) return
    plannedAt = now
    const timeout = setTimeout(() => {
      soon.delete(timeout)
      void look()
    }, SOON_MS.wait).unref()
    soon.add(timeout)
  }

  return {
    ...{ due, look, lookSoon },
    stop() {
      isStopped = true
      clearInterval(regular)
      for (const { timeout } of timers.values()) clearTimeout(timeout)
      for (const timeout of soon) clearTimeout(timeout)
    },
  }
}
