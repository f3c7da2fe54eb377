import type { Tx } from '../../../infra/database/transaction.ts'
import { TipMenu } from './entity.ts'

/** A line of a creator's menu as it is now; null for one that is not there. */
export async function tipItem(
  tx: Tx,
  { performerId, itemId }: { performerId: string; itemId: string },
): Promise<{ title: string; price: number } | null> {
  const menu = await tx.em.findOne(TipMenu, { performerId })
  return menu?.items.find(({ _id }) => _id === itemId) ?? null
}
