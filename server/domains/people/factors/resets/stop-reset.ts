import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { FactorReset } from './entity.ts'

/** Ends the wish to remove the second factors of an account, if there is one. Answers if there was. */
export async function stopFactorReset({ em, now }: Pick<Tx, 'em' | 'now'>, userId: string): Promise<boolean> {
  const stopped = await em.nativeUpdate(FactorReset, { userId, state: 'waiting' }, { state: 'stopped', endedAt: now })
  return stopped > 0
}

/**
 * The same by the owner. Refuses as `conflict` where it is too late: the factors are gone.
 */
export async function keepFactors(tx: Pick<Tx, 'em' | 'now'>, userId: string): Promise<void> {
  if (await stopFactorReset(tx, userId)) return
  const [last] = await tx.em.find(FactorReset, { userId }, { orderBy: { askedAt: 'desc' }, limit: 1 })
  if (last?.state === 'done')
    throw new Refusal('conflict', 'It is too late: your second factors were removed. Add a new one.')
}
