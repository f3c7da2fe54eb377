import type { Tx } from '../../../../infra/database/transaction.ts'
import { FactorReset } from './entity.ts'

/** Ends the wish to remove the second factors of an account, if there is one. Answers if there was. */
export async function stopFactorReset({ em, now }: Pick<Tx, 'em' | 'now'>, userId: string): Promise<boolean> {
  const stopped = await em.nativeUpdate(FactorReset, { userId, state: 'waiting' }, { state: 'stopped', endedAt: now })
  return stopped > 0
}
