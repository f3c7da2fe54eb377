import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { grantEntitlement } from '../../grants/commands.ts'
import { noPost } from '../../posts/commands.ts'
import { Post } from '../../posts/entity.ts'
import { postAccess } from '../../posts/viewed-post.ts'
import { takeCharge } from './take.ts'
import type { Taken } from './take.ts'

/**
 * Buys a post, which opens it on every device of the buyer. Refuses as `not-found` what the actor cannot see, as
 * `conflict` what is open to them already or costs something else than `price`, and whatever `takeCharge` refuses.
 */
export async function buyPost(
  tx: Tx,
  { _id: id, postId, price }: { _id: string; postId: string; price: number },
): Promise<Taken> {
  const { userId } = requireActor(tx)
  const post = await tx.em.findOne(Post, { id: postId })
  if (!post) throw noPost()
  const { performerId } = post
  const taken = await takeCharge(tx, { id, type: 'feed', targetId: postId, performerId, tokens: price }, async () => {
    const access = await postAccess(tx.em, { userId, now: tx.now }, post)
    if (access === 'hidden') throw noPost()
    if (access === 'open') throw new Refusal('conflict', 'You own this already.')
    if (post.access !== 'paid') throw new Refusal('conflict', 'This is not for sale.')
    if (post.price !== price) {
      const text = 'The price has changed. Nothing was charged.'
      throw new Refusal('conflict', text, [{ path: 'price', message: String(post.price) }])
    }
  })
  if (taken.isNew) {
    await grantEntitlement(tx, { userId, performerId, objectType: 'feed', objectId: postId, source: 'purchase' })
  }
  return taken
}
