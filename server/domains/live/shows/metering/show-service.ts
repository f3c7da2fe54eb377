import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../../../app.ts'
import type { Service } from '../../../../infra/domain.ts'
import { workThrough } from '../../../../infra/jobs/work-through.ts'
import { hearEnds } from './ask-owner.ts'
import { endNow } from './follow-show.ts'
import { lookAtShows, readShows } from './look-at-shows.ts'
import { ownMeters } from './own-meters.ts'

/** Rooms are looked at so often, and the table is read in every fourth turn, in milliseconds. */
const LOOK_MS = 250
const LOOKS_A_READ = 4
/** Other servers answer a new one within so many turns. */
const ANSWER_TURNS = 8

/** Meters the shows of this server as long as it runs, and ends those of servers that are gone. It ends its own. */
export const showService: Service = async (app) => {
  const stopped = new AbortController()
  hearEnds(app)
  const loop = run(app, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await loop
      await workThrough(app, [...ownMeters(app).keys()], { work: (id) => endNow(app, id, { reason: 'crash' }) })
    },
  }
}

async function run(app: App, signal: AbortSignal): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    try {
      if (turn % LOOKS_A_READ === 0) {
        await readShows(app, { isAlone: turn === ANSWER_TURNS && app.bus.peers().length === 0 })
      }
      await lookAtShows(app)
    } catch (error) {
      app.log.error({ err: error }, 'the shows could not be looked after')
    }
  }
}
