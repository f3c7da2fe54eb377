import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Service } from '../../../infra/domain.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import { endStream } from './commands.ts'
import { ownRooms } from './own-rooms.ts'
import { removeReaders } from './remove-readers.ts'
import { sweepStreams } from './sweep-streams.ts'
import { tickStreams } from './tick-streams.ts'

const TICK_MS = 1_000
const READERS_MS = 2_000
const SWEEP_MS = 10_000
/** Other servers answer a new one within this time, in milliseconds. */
const ANSWER_MS = 2_000

/** Looks after the streams of this server as long as it runs, and after those of servers that are gone. It ends its own. */
export const streamService: Service = async (app) => {
  const stopped = new AbortController()
  tellClosed(app)
  const loops = [
    repeat(() => tickStreams(app), { everyMs: TICK_MS, app, signal: stopped.signal }),
    repeat(() => removeReaders(app), { everyMs: READERS_MS, app, signal: stopped.signal }),
    repeat(sweeper(app), { everyMs: SWEEP_MS, app, signal: stopped.signal, firstMs: ANSWER_MS }),
  ]
  return {
    async stop() {
      stopped.abort()
      await Promise.all(loops)
      await workThrough(app, [...ownRooms(app).keys()], {
        work: (id) => transact(app, null, (tx) => endStream(tx, { id, reason: 'crash' })),
      })
    },
  }
}

/** Tells an account which of its connections the media engine has ended. */
export function tellClosed(app: App): void {
  app.rtc.onClosed(({ userId, peer, reason }) => app.live.toUser(userId, 'rtc:closed', { peer, reason }))
}

/** The first sweep may know that this server was alone from its start. */
function sweeper(app: App): () => Promise<unknown> {
  const startedAt = app.clock()
  let isFirst = true
  return async () => {
    const isAlone = isFirst && app.bus.peers().length === 0
    isFirst = false
    await sweepStreams(app, isAlone ? { aloneSince: startedAt } : {})
  }
}

type Turns = { everyMs: number; firstMs?: number; app: App; signal: AbortSignal }

/** Works again and again until the signal; one turn begins after the one before it has ended. */
async function repeat(work: () => Promise<unknown>, { everyMs, firstMs = everyMs, app, signal }: Turns): Promise<void> {
  let pauseMs = firstMs
  for (;;) {
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    const begun = performance.now()
    await work().catch((error: unknown) => app.log.error({ err: error }, 'the streams could not be looked after'))
    pauseMs = Math.max(0, everyMs - (performance.now() - begun))
  }
}
