import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { User } from '../accounts/entity.ts'
import { noSuchCreator } from '../performers/queries.ts'

/** Whoever is signed in follows active creators, themselves excepted. Says why not; null when they can. */
export function followRefusal(
  followerId: string,
  performerId: string,
  performer: Pick<User, 'isPerformer' | 'status'> | null,
): Refusal | null {
  if (followerId === performerId) return new Refusal('invalid', 'You cannot follow yourself.')
  if (!performer?.isPerformer || performer.status !== 'active') {
    return noSuchCreator()
  }
  return null
}
