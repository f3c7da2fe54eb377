import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { isKeptFrom } from './require-unrestricted.ts'

/** The words for buyers, who do not learn why. */
export const NOT_FOR_SALE = 'Not for sale at the moment.'

/** Refuses as `conflict` to buy anything of a creator whom staff keep from selling. */
export async function requireForSale(reader: { em: SqlEntityManager; now: Date }, performerId: string): Promise<void> {
  if (await isKeptFrom(reader, performerId, 'sell')) throw new Refusal('conflict', NOT_FOR_SALE)
}
