import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { FOLLOWS_MAX } from '@vesper/sync/vesper/records/follow.ts'
import { whereOpenTo } from '../../../content/blocks.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Source, Tx } from '../../../infra/database/transaction.ts'
import { gatherFollow } from '../../notify/notifications/gather.ts'
import { User } from '../accounts/entity.ts'
import { Follow } from './entity.ts'
import { followRefusal } from './policy.ts'

/**
 * Follows a creator, or ceases to; what is so already stays as it is. Refusals, of following only: `invalid`
 * for oneself, `not-found` for whoever is no creator open to others, `forbidden` for one creator too many.
 */
export async function setFollow(
  tx: Tx,
  { performerId: id, following }: Pick<ArgsOf<'follow.set'>, 'performerId' | 'following'>,
): Promise<void> {
  const pair = { followerId: requireActor(tx).userId, performerId: id.toLowerCase() }
  const hasChanged = await follow(tx, pair, following)
  if (!hasChanged || !following) return
  await tx.app.domains.fanJoined(tx, { fanId: pair.followerId, performerId: pair.performerId, how: 'follow' })
}

/** The same for an account that need not be there; tells if it was otherwise before. */
export async function follow(tx: Tx, pair: Omit<Follow, 'createdAt'>, following: boolean): Promise<boolean> {
  // Two devices at once: the second finds what the first made.
  await lock(tx, 'follows', pair.followerId)
  const held = await tx.em.findOne(Follow, pair)
  const { performerId } = pair
  const standing = (source: Source, actors: readonly string[]) => stillFollow(source, performerId, actors)
  const count = ({ em }: Source) => em.count(Follow, { performerId })
  if ((held !== null) !== following) gatherFollow(tx, { performerId, on: following, standing, count })
  if (held && !following) tx.em.remove(held)
  if (!held && following) {
    await requireFollowable(tx, pair)
    tx.em.create(Follow, { ...pair, createdAt: tx.now })
  }
  await tx.em.flush()
  return (held !== null) !== following
}

async function stillFollow({ em }: Source, performerId: string, actors: readonly string[]): Promise<string[]> {
  const follows = await em.find(Follow, { performerId, followerId: { $in: [...actors] } }, { fields: ['followerId'] })
  return follows.map(({ followerId }) => followerId)
}

async function requireFollowable(tx: Tx, { followerId, performerId }: Omit<Follow, 'createdAt'>): Promise<void> {
  const performer = await tx.em.findOne(User, { id: performerId, ...whereOpenTo({ userId: followerId }) })
  const refusal = followRefusal(followerId, performerId, performer)
  if (refusal) throw refusal
  const count = await tx.em.count(Follow, { followerId })
  if (count >= FOLLOWS_MAX)
    throw new Refusal('forbidden', `You follow ${FOLLOWS_MAX} creators, which is the most an account can follow.`)
}
