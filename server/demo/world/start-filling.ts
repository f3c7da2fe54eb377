import type { App } from '../../context.ts'
import { Setting } from '../../domains/settings/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { holdLock } from '../../infra/jobs/hold-lock.ts'
import { fillPictures } from './fill-pictures.ts'
import { worldPictures } from './pictures.ts'
import { readWorld } from './read-world.ts'

/** Kept beside the settings, of which it is none: no picture of the world waits any more. */
const MARKER = 'demo.filled'
const PAUSE_MS = 50

/** `done` resolves when this process has no more to draw; `stop` leaves the rest to the next start. */
export type Filling = { done: Promise<void>; stop: () => Promise<void> }

/**
 * Draws the rest of the world's pictures while the site is in use, one after another. Only one server of several draws.
 */
export function startFilling(app: App): Filling {
  const stopping = new AbortController()
  const done = fillOnce(app, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) app.log.error({ err: error }, 'the pictures of the demo are not complete')
  })
  return {
    done,
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

async function fillOnce(app: App, stopping: AbortSignal): Promise<void> {
  if (await isFilled(app)) return
  await holdLock(app.orm, 'demo:fill', async (lost) => {
    if (await isFilled(app)) return
    const pictures = worldPictures(await readWorld())
    await fillPictures(app, pictures, { atOnce: 1, pauseMs: PAUSE_MS, signal: AbortSignal.any([stopping, lost]) })
    await transact(app, null, async (tx) => {
      tx.em.create(Setting, { key: MARKER, value: tx.now.toISOString(), updatedAt: tx.now })
    })
  })
}

async function isFilled(app: App): Promise<boolean> {
  return (await app.orm.em.fork().count(Setting, { key: MARKER })) > 0
}
