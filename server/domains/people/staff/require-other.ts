import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'

/** Refuses as `forbidden` to decide on an account of one's own. `userIds`: those whom the decision is about. */
export function requireOther({ actor }: Pick<Tx, 'actor'>, ...userIds: readonly string[]): void {
  if (actor && userIds.includes(actor.userId))
    throw new Refusal('forbidden', 'Another person has to decide on your own account.')
}
