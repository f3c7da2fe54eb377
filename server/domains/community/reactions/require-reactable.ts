import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { hasUse } from '@vesper/sync/vesper/records/things.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { noThing, seenThing } from '../../../infra/things/find-thing.ts'
import type { Reaction } from './entity.ts'

type Target = Pick<Reaction, 'objectType' | 'objectId' | 'action'>

/**
 * Refuses a reaction to a thing that the actor cannot see, as `not-found`; a like of a locked thing, and a reaction that the
 * kind does not take, as `forbidden`.
 */
export async function requireReactable(tx: Tx, { objectType, objectId, action }: Target): Promise<void> {
  const onlooker = { userId: requireActor(tx).userId, now: tx.now }
  const seen = await seenThing(tx, onlooker, { type: objectType, id: objectId })
  if (!seen) throw noThing(tx.app, objectType)
  const { notLiked = "You can't like what is locked for you.", notBookmarked = 'This cannot be bookmarked.' } =
    seen.thing.words
  if (action === 'bookmark' && !hasUse(objectType, 'bookmark')) throw new Refusal('forbidden', notBookmarked)
  if (action === 'like' && (seen.access === 'locked' || !hasUse(objectType, 'like'))) {
    throw new Refusal('forbidden', notLiked)
  }
}
