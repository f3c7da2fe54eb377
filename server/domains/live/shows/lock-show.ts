import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Show } from './entity.ts'

export const NO_SHOW = 'There is no such show.'

/** The show, locked until the transaction ends; null where there is none. */
export function lockShow(tx: Tx, id: string): Promise<Show | null> {
  return tx.em.findOne(Show, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

/** The same for one of its sides, which acts. Refuses as `not-found` everybody else. */
export async function lockOwnShow(tx: Tx, id: string, side: 'fan' | 'performer' | 'any'): Promise<Show> {
  const { userId } = requireActor(tx)
  const show = await lockShow(tx, id)
  const isFan = show?.fanId === userId && side !== 'performer'
  const isPerformer = show?.performerId === userId && side !== 'fan'
  if (!show || !(isFan || isPerformer)) throw new Refusal('not-found', NO_SHOW)
  return show
}
