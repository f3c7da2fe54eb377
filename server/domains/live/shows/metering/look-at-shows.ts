import type { App } from '../../../../app.ts'
import { appState } from '../../../../infra/app-state.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { nodeOf } from '../../streams/node-of.ts'
import { Show } from '../entity.ts'
import { callIn, endNow, followShow } from './follow-show.ts'
import { openShows } from './open-shows.ts'
import type { OpenShow } from './open-shows.ts'
import { ownMeters } from './own-meters.ts'
import { runMeter } from './run-meter.ts'

const lists = appState((): { own: OpenShow[] } => ({ own: [] }))

/**
 * Reads all shows that are not over: ends those whose time, side, stream or server is gone, of whichever server they are, and
 * notes those of this server. `isAlone`: there is no other server, so that shows of others are those of one that is gone.
 */
export async function readShows(app: App, { isAlone = false } = {}): Promise<void> {
  const found = await openShows(app)
  const own: OpenShow[] = []
  for (const show of found) {
    const isGone = isAlone && !show.isOwn && show.status !== 'requested'
    await safely(app, show, async () => {
      if (isGone) return endNow(app, show.id, { reason: 'crash' })
      if ((await followShow(app, show)) || !show.isOwn) return
      own.push(show)
      await callIn(app, show)
    })
  }
  lists(app).own = own
  const open = new Set(own.map(({ id }) => id))
  for (const id of ownMeters(app).keys()) if (!open.has(id)) ownMeters(app).delete(id)
  await showLife(app, own)
}

/** Looks at the rooms of the shows that were read last. One show that fails stops no other. */
export async function lookAtShows(app: App): Promise<void> {
  await Promise.all(lists(app).own.map((show) => safely(app, show, () => runMeter(app, show))))
}

/** Shows that have not begun give a sign of life, too. */
async function showLife(app: App, own: readonly OpenShow[]): Promise<void> {
  if (!own.some(({ status }) => status === 'accepted')) return
  await transact(app, null, (tx) =>
    tx.em.nativeUpdate(Show, { node: nodeOf(app), status: 'accepted' }, { aliveAt: tx.now }),
  )
}

async function safely(app: App, { id }: OpenShow, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    app.log.error({ err: error, show: id }, 'a show could not be looked after')
  }
}
