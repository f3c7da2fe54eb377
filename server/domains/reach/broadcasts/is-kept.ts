import { isKeptFrom } from '../../../content/require-unrestricted.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { Broadcast } from './entity.ts'

/** Staff keep the author of a message to many from sending it. */
export async function isKept(tx: Tx, { performerId, price }: Broadcast): Promise<boolean> {
  return (await isKeptFrom(tx, performerId, 'message')) || (price > 0 && isKeptFrom(tx, performerId, 'sell'))
}
