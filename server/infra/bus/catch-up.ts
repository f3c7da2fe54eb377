import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Catching up reads a lot: a connection that comes and goes must not make it a constant load. */
const APART_MS = 1_000

export type CatchUp = {
  /** Notes that something was missed. Handlers run one after another; calls meanwhile run them once more. */
  miss: () => void
  onMissed: (handle: () => Promise<void>) => void
  /** Waits for the handler that is under way. */
  stop: () => Promise<void>
}

/** Has handlers read from the database what the bus may have lost. A handler that fails runs again. */
export function createCatchUp(log: Logger): CatchUp {
  const handlers: (() => Promise<void>)[] = []
  const stopped = new AbortController()
  let running: Promise<void> | null = null
  let again = false

  async function run(): Promise<void> {
    while (again && !stopped.signal.aborted) {
      again = false
      log.info('the bus may have missed something: catching up')
      for (const handle of handlers) await handle().catch(failed)
      await delay(APART_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }

  function failed(error: unknown): void {
    log.error({ err: error }, 'catching up failed and is tried again')
    again = true
  }

  return {
    miss() {
      again = true
      running ??= run().finally(() => (running = null))
    },
    onMissed: (handle) => void handlers.push(handle),
    async stop() {
      stopped.abort()
      await running
    },
  }
}
