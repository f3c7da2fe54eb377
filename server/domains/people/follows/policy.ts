import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { User } from '../accounts/entity.ts'
import { noSuchCreator } from '../accounts/queries.ts'

/**
 * The reason why an account cannot follow a creator; null when it can. Nobody follows themselves. `performer` is null
 * unless open to others.
 */
export function followRefusal(
  followerId: string,
  performerId: string,
  performer: Pick<User, 'isPerformer'> | null,
): Refusal | null {
  if (followerId === performerId) return new Refusal('invalid', 'You cannot follow yourself.')
  return performer?.isPerformer ? null : noSuchCreator()
}
