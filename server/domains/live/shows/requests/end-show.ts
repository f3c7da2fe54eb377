import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Show } from '../entity.ts'
import { dropShow, finishShow } from '../finish-show.ts'
import { lockOwnShow } from '../lock-show.ts'
import { requireStep } from '../require-step.ts'

/** The creator declines a request; once more is nothing. Refuses as `not-found` that of another, as `conflict` one that is over. */
export async function declineShow(tx: Tx, requestId: string): Promise<Show> {
  const show = await lockOwnShow(tx, requestId, 'performer')
  if (show.status !== 'declined') await dropShow(tx, show, 'declined')
  return show
}

/** The fan takes a request back, or a seat in a show that has not begun; once more is nothing. Refuses as `declineShow` does. */
export async function cancelShow(tx: Tx, requestId: string): Promise<Show> {
  const show = await lockOwnShow(tx, requestId, 'fan')
  if (show.status !== 'canceled') await dropShow(tx, show, 'canceled')
  return show
}

/**
 * One side ends a show; once more is nothing. One that has not begun costs nothing. Refuses as `not-found` a show of others,
 * as `conflict` a request that nobody has accepted.
 */
export async function endShow(tx: Tx, requestId: string): Promise<Show> {
  const { userId } = requireActor(tx)
  const show = await lockOwnShow(tx, requestId, 'any')
  const isFan = show.fanId === userId
  if (show.status === 'accepted') await dropShow(tx, show, isFan ? 'canceled' : 'failed')
  else if (show.status === 'active') await finishShow(tx, show, { reason: isFan ? 'fan' : 'performer' })
  else if (show.status !== 'ended' && show.acceptedAt == null) requireStep(show.status, 'ended')
  return show
}
