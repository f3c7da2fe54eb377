import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { BLOCKS_MAX } from '@vesper/sync/vesper/records/block.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { stopSubscription } from '../../money/subscriptions/ending/stop.ts'
import { User } from '../../people/accounts/entity.ts'
import { Follow } from '../../people/follows/entity.ts'
import { Performer } from '../../people/performers/entity.ts'
import { isCountry } from '../../site/reference/countries.ts'
import { announceBlock } from '../comments/announce.ts'
import { recountComments } from '../comments/count.ts'
import { Block } from './entity.ts'

const CREATORS_ONLY = 'Only creators can block.'

type SetBlock = { userId: string; blocked: boolean; reason: string }

/**
 * Blocks an account, or ceases to; the latest reason stands. A block takes the fan's follow away, and ends the subscription
 * with the unused days given back; unblocking brings neither back. Refusals, of blocking only: `forbidden` for fans and for
 * one account too many, `invalid` for oneself and for creators, `not-found` for an account that is not there.
 */
export async function setBlock(tx: Tx, { userId, blocked, reason }: SetBlock): Promise<void> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  // Two devices at once: the second finds what the first made.
  await lock(tx, 'blocks', performerId)
  const block = await tx.em.findOne(Block, { performerId, userId })
  if (!blocked) {
    if (!block) return
    await lock(tx, 'comment-author', `${performerId} ${userId}`)
    tx.em.remove(block)
    announceBlock(tx, { performerId, userId, isBlocked: false })
    await tx.em.flush()
    return recountComments(tx, { authorId: userId, performerId })
  }
  if (block) {
    block.reason = reason
    return tx.em.flush()
  }
  await requireBlockable(tx, performerId, userId)
  // Under the locks of both: who subscribes or follows at once does so before, or is refused.
  await stopSubscription(tx, { userId, performerId, reason: 'blocked' })
  await lock(tx, 'follows', userId)
  const follow = await tx.em.findOne(Follow, { followerId: userId, performerId })
  if (follow) tx.em.remove(follow)
  await lock(tx, 'comment-author', `${performerId} ${userId}`)
  tx.em.create(Block, { performerId, userId, reason, createdAt: tx.now })
  await tx.em.flush()
  await recountComments(tx, { authorId: userId, performerId })
  announceBlock(tx, { performerId, userId, isBlocked: true })
  tx.afterCommit(() => {
    tx.app.live.recheckRooms([userId, performerId])
    tx.app.live.toUser(userId, 'page:changed', { type: 'performer', id: performerId })
  })
}

/**
 * Blocks these countries and no others. Refuses as `invalid` a code of no country, as `forbidden` a fan. Fans in a country
 * lose the creator's channel with their next pull, and live events at once.
 */
export async function setBlockedCountries(tx: Tx, countryCodes: readonly string[]): Promise<string[]> {
  const userId = requireCreator(tx, CREATORS_ONLY)
  if (!countryCodes.every(isCountry)) {
    const message = 'Choose countries of the list.'
    throw new Refusal('invalid', message, [{ path: 'countryCodes', message }])
  }
  const performer = await tx.em.findOneOrFail(Performer, { userId })
  tx.em.assign(performer, { blockedCountries: [...countryCodes], updatedAt: tx.now })
  await tx.em.flush()
  tx.afterCommit(() => tx.app.live.recheckRooms(null))
  return performer.blockedCountries
}

async function requireBlockable(tx: Tx, performerId: string, userId: string): Promise<void> {
  if (userId === performerId) throw new Refusal('invalid', 'You cannot block yourself.')
  const user = await tx.em.findOne(User, { id: userId, status: 'active' })
  if (!user) throw new Refusal('not-found', 'There is no such user.')
  if (user.isPerformer) throw new Refusal('invalid', 'You can block fans only.')
  if ((await tx.em.count(Block, { performerId })) < BLOCKS_MAX) return
  throw new Refusal('forbidden', 'You block 5,000 people, the limit. Unblock somebody first.')
}
