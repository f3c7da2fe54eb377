import type { App } from '../../context.ts'
import { prune } from './prune.ts'

const EVERY_MS = 3_600_000

/** Keeps what synchronisation needs from growing without end: at the start, and every hour. `stop` waits for a turn under way. */
export function startUpkeep(app: App): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  const turn = () => {
    running = running
      .then(() => prune(app))
      .then((removed) => {
        if (removed > 0) app.log.info({ removed }, 'what no device needs any more was forgotten')
      })
      .catch((error: unknown) => app.log.error({ err: error }, 'the upkeep of synchronisation failed'))
  }
  const timer = setInterval(turn, EVERY_MS)
  turn()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
