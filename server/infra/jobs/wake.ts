import { channel } from '../bus/bus.ts'
import type { Bus } from '../bus/bus.ts'

/** Work of a job is there, or will be in `inMs`. */
type Due = { name: string; inMs?: number }

const dueWork = channel<Due>('jobs:due')
/** A job failed: when it is retried stands in the database. */
const retries = channel<null>('jobs:retry')

export type Wake = {
  /** Has every process that runs the job look for work now, or in `inMs`. */
  tell: (name: string, inMs?: number) => void
  /** Has every other process ask the database when the work that failed is retried. */
  tellRetry: () => void
  /** Calls `due` with the work that other processes tell of, and `retry` after their failures. */
  hear: (hearers: { due: (name: string, inMs: number) => void; retry: () => void }) => void
}

/** Tells the other processes of a database of work: after a commit, since the bus is outside of any transaction. */
export function createWake(bus: Pick<Bus, 'tell' | 'hear'> | null): Wake {
  const told = new Set<string>()
  return {
    tell(name, inMs = 0) {
      if (inMs > 0) return bus?.tell(dueWork, { name, inMs })
      if (told.has(name)) return
      told.add(name)
      // Before the bus ends its tick: what comes after that is told anew.
      setImmediate(() => told.delete(name))
      bus?.tell(dueWork, { name })
    },
    tellRetry: () => bus?.tell(retries, null),
    hear({ due, retry }) {
      bus?.hear(dueWork, ({ name, inMs = 0 }) => due(name, inMs))
      bus?.hear(retries, retry)
    },
  }
}
