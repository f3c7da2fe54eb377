import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { stateAfter } from '@vesper/sync/vesper/records/broadcast.ts'
import type { BroadcastAction } from '@vesper/sync/vesper/records/broadcast.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Broadcast } from './entity.ts'

export const CREATORS_ONLY = 'Only creators write to many.'

/** A message to many of the actor under its row's lock. Refuses as `not-found` what is not there, or another's. */
export async function lockBroadcast(tx: Tx, id: string): Promise<Broadcast> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const broadcast = await tx.em.findOne(Broadcast, { id, performerId, trigger: null, isRetired: false }, locked)
  if (!broadcast) throw noBroadcast()
  return broadcast
}

export function noBroadcast(): Refusal {
  return new Refusal('not-found', 'This message does not exist.')
}

const tooLate: Readonly<Partial<Record<BroadcastAction, string>>> = {
  send: 'This message has gone out already.',
  schedule: 'This message has gone out already.',
  'take-back': 'This message has begun to go out. You can stop or unsend it.',
  stop: 'This message is not going out now.',
  unsend: 'This message has not gone out.',
}

/** Moves it on; refuses as `conflict` what its state does not take. */
export function moveOn(tx: Tx, broadcast: Broadcast, action: BroadcastAction): void {
  const state = stateAfter(broadcast.state, action)
  if (state === null) throw new Refusal('conflict', tooLate[action] ?? 'This message cannot do that now.')
  Object.assign(broadcast, { state, updatedAt: tx.now })
}
