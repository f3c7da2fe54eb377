import type { Tx } from '../../../infra/database/transaction.ts'
import { captureHold, releaseHold } from '../../money/money/holds/commands.ts'
import { endStream } from '../streams/commands.ts'
import { Show } from './entity.ts'
import { comeBack } from './go-away.ts'
import { dueFor, owedFor, secondsOf } from './metering/meter.ts'
import { ownMeters } from './metering/own-meters.ts'
import { isOpenShow, requireStep } from './require-step.ts'
import { tellShowAfter } from './tell-show.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** From so many ends by the own line in a day on, the minimum is owed. */
const LINES_FREE = 2

type Ending = { reason: NonNullable<Show['endedReason']>; lostSide?: Show['lostSide'] }

/**
 * Ends a show that has begun: one charge of what is due, and the rest of the held tokens comes back. The minimum is owed where
 * the fan leaves, and from the third line of the fan that dies in a day on; else the connected seconds alone. Callers hold
 * the lock of its row. Refuses as `conflict` what has not begun, or is over.
 */
export async function finishShow(tx: Tx, show: Show, { reason, lostSide = null }: Ending): Promise<void> {
  requireStep(show.status, 'ended')
  const meter = ownMeters(tx.app).get(show.id)?.meter
  const seconds = Math.max(show.seconds, meter ? secondsOf(meter) : 0)
  const owesMinimum = reason === 'fan' || (lostSide === 'fan' && (await hasLostLines(tx, show)))
  const tokens = owesMinimum ? owedFor(show, seconds) : dueFor(show, seconds)
  const ended = { status: 'ended', endedReason: reason, lostSide, endedAt: tx.now, updatedAt: tx.now } as const
  tx.em.assign(show, { ...ended, seconds, charged: tokens, held: 0, lowBalance: false })
  await closeRoom(tx, show)
  const { id, performerId } = show
  if (tokens > 0) {
    const sale = { type: 'stream', targetId: show.streamId ?? id, performerId, tokens, seconds } as const
    show.chargeId = (await captureHold(tx, { id, ...sale })).id
  } else {
    await releaseHold(tx, id)
  }
  await tx.flush()
  tellShowAfter(tx, show)
}

/** Ends a request, or a show that has not begun: nothing is charged. Callers hold the lock of its row. */
export async function dropShow(
  tx: Tx,
  show: Show,
  status: 'expired' | 'canceled' | 'declined' | 'failed',
): Promise<void> {
  requireStep(show.status, status)
  const wasOpen = isOpenShow(show.status)
  tx.em.assign(show, { status, endedAt: tx.now, updatedAt: tx.now, expiresAt: null, held: 0 })
  if (wasOpen) {
    await closeRoom(tx, show)
    await releaseHold(tx, show.id)
  }
  await tx.flush()
  tellShowAfter(tx, show)
}

/** A private show has a stream of its own; the public one of its creator goes on. */
async function closeRoom(tx: Tx, { kind, streamId, performerId }: Show): Promise<void> {
  if (kind !== 'private' || streamId == null) return
  await tx.flush()
  await endStream(tx, { id: streamId, reason: 'show' })
  await comeBack(tx, performerId)
}

async function hasLostLines(tx: Tx, { fanId }: Show): Promise<boolean> {
  const since = new Date(tx.now.getTime() - DAY_MS)
  const lost = { fanId, endedReason: 'line', lostSide: 'fan', endedAt: { $gt: since } } as const
  return (await tx.em.count(Show, lost)) >= LINES_FREE
}
