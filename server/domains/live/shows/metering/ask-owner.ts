import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../../../app.ts'
import { channel } from '../../../../infra/bus/bus.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { nodeOf } from '../../streams/node-of.ts'
import { Show } from '../entity.ts'
import { endNow } from './follow-show.ts'
import { ownMeters } from './own-meters.ts'

/** The server of a meter has so long to end its show, in milliseconds; then the stored seconds are paid. */
export const OWNER_MS = 3_000
/** Between two looks whether it has. */
const LOOK_MS = 50

/** One side of a show ends it. */
type ShowEnd = { requestId: string; reason: 'fan' | 'performer' }

const showEnds = channel<ShowEnd>('show-ends')

/**
 * Has the server that meters a show end it, for one of its sides: that server alone knows all its seconds. Resolves once it
 * has, at once for a show of this server or of others, and after 3 s where that server does not answer.
 */
export async function askOwner(app: App, { userId }: Actor, requestId: string): Promise<void> {
  const show = await readShow(app, requestId)
  const isSide = show?.fanId === userId || show?.performerId === userId
  if (!isSide || show.status !== 'active' || show.node === nodeOf(app)) return
  app.bus.tell(showEnds, { requestId, reason: show.fanId === userId ? 'fan' : 'performer' })
  const until = performance.now() + OWNER_MS
  while (performance.now() < until) {
    await delay(LOOK_MS)
    if ((await readShow(app, requestId))?.status !== 'active') return
  }
}

/** Ends the shows of this server that another one was asked to end. */
export function hearEnds(app: App): void {
  app.bus.hear(showEnds, ({ requestId, reason }) => {
    if (!ownMeters(app).has(requestId)) return
    endNow(app, requestId, { reason }).catch((error: unknown) => {
      app.log.error({ err: error, show: requestId }, 'a show could not be ended for another server')
    })
  })
}

function readShow(app: App, id: string): Promise<Show | null> {
  return app.orm.em.fork().findOne(Show, { id })
}
