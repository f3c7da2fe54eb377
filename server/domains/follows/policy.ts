import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { User } from '../accounts/entity.ts'
import { noSuchCreator } from '../performers/queries.ts'

/** Whoever is signed in follows creators, themselves excepted. `performer` is null unless open to others. Says why not; null when they can. */
export function followRefusal(
  followerId: string,
  performerId: string,
  performer: Pick<User, 'isPerformer'> | null,
): Refusal | null {
  if (followerId === performerId) return new Refusal('invalid', 'You cannot follow yourself.')
  return performer?.isPerformer ? null : noSuchCreator()
}
