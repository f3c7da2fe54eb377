import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Show } from '../entity.ts'
import { dropShow, finishShow } from '../finish-show.ts'
import { lockShow } from '../lock-show.ts'
import { CONNECT_MS } from '../requests/accept-show.ts'
import { tellShowAfter } from '../tell-show.ts'
import type { OpenShow } from './open-shows.ts'
import { ownMeters } from './own-meters.ts'

type Ending = Parameters<typeof finishShow>[2]

/** Follows what has come of a show outside of its room: its time, its sides, its stream, its server. Tells if it is over. */
export async function followShow(app: App, open: OpenShow): Promise<boolean> {
  if (open.status === 'requested') {
    if (open.isExpired) await endNow(app, open.id, null)
    return open.isExpired
  }
  // Its own server knows all its seconds, and ends it with them as long as it lives.
  if (open.status === 'active' && !open.isOwn && !open.isLost) return false
  const ending = endingOf(open)
  if (ending) await endNow(app, open.id, ending)
  else if (open.status === 'accepted' && open.isExpired) await endNow(app, open.id, null)
  else return false
  return true
}

function endingOf({ apart, streamEnding, isLost, isOwn }: OpenShow): Ending | null {
  if (apart !== null) return { reason: apart }
  if (streamEnding != null) return endings[streamEnding]
  return isLost && !isOwn ? { reason: 'crash' } : null
}

/** The end of a show whose stream has ended. */
const endings: Readonly<Record<NonNullable<OpenShow['streamEnding']>, Ending>> = {
  performer: { reason: 'performer' },
  show: { reason: 'performer' },
  staff: { reason: 'staff' },
  closed: { reason: 'staff' },
  'no-media': { reason: 'line', lostSide: 'performer' },
  line: { reason: 'line', lostSide: 'performer' },
  crash: { reason: 'crash' },
}

/** Ends a show as it is by now; null where its time is over before it has begun. One that is over stays. */
export async function endNow(app: App, id: string, ending: Ending | null): Promise<void> {
  await transact(app, null, async (tx) => {
    const show = await lockShow(tx, id)
    if (!show) return
    if (show.status === 'active') await (ending ? finishShow(tx, show, ending) : undefined)
    else if (show.status === 'accepted') await dropShow(tx, show, 'failed')
    else if (show.status === 'requested' && isOver(tx, show)) await dropShow(tx, show, 'expired')
  })
  ownMeters(app).delete(id)
}

function isOver(tx: Tx, { expiresAt }: Show): boolean {
  return expiresAt != null && expiresAt <= tx.now
}

/** A group has begun: the seats that were taken before have their time to connect from now. */
export async function callIn(app: App, open: OpenShow): Promise<void> {
  if (open.kind !== 'group' || !open.isWaiting || open.status !== 'accepted') return
  if (!open.hasBegun && open.seats < open.groupMinimum) return
  await transact(app, null, async (tx) => {
    const show = await lockShow(tx, open.id)
    if (show?.status !== 'accepted' || show.expiresAt != null) return
    tx.em.assign(show, { expiresAt: new Date(tx.now.getTime() + CONNECT_MS), updatedAt: tx.now })
    await tx.flush()
    tellShowAfter(tx, show)
  })
}
