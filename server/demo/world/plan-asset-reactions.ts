import type { Reaction } from '../../domains/community/reactions/entity.ts'
import { randomOf } from '../art/random.ts'
import { worldCreators } from './creators.ts'
import { quietFans, worldFans } from './fans.ts'
import type { PlannedFollow } from './plan-reactions.ts'
import { productAgeMinutes, productId } from './read-world.ts'
import type { World } from './read-world.ts'

/** A fan likes or keeps a gallery, a video, a product or a creator, so many minutes before the first start. */
type PlannedAssetReaction = Pick<Reaction, 'objectType' | 'action'> & {
  fan: string
  /** For a creator, the username. */
  objectId: string
  minutesAgo: number
}

type Shown = { creator: string; objectId: string; objectType: Reaction['objectType']; age: number; canLike: boolean }

/** The likes and bookmarks of fans beside posts. fan1 keeps two of each kind, the others one in twenty. */
export function planAssetReactions(world: World, follows: readonly PlannedFollow[]): PlannedAssetReaction[] {
  const followed = new Set(follows.map(({ fan, creator }) => `${fan} ${creator}`))
  const shown = shownOf(world)
  return worldFans.flatMap(({ username: fan }) => {
    if (quietFans.has(fan)) return []
    const random = randomOf(`asset reactions of ${fan}`)
    const known = shown.filter(({ creator }) => followed.has(`${fan} ${creator}`))
    const likes = known.filter(({ canLike, objectId }) => canLike && random.chance(appealOf(objectId)))
    const byType = Map.groupBy(known, ({ objectType }) => objectType)
    const kept = [...byType.values()].flatMap((of) =>
      fan === 'fan1' ? of.slice(0, 2) : of.filter(() => random.chance(0.05)),
    )
    const reaction = (action: Reaction['action']) => {
      return ({ objectId, objectType, age }: Shown) => {
        const minutesAgo = Math.round(age - 1 - random.next() ** 2 * (age - 2))
        return { fan, objectId, objectType, action, minutesAgo }
      }
    }
    return [...likes.map(reaction('like')), ...kept.map(reaction('bookmark'))]
  })
}

function shownOf({ assets, products }: World): Shown[] {
  return [
    ...assets.map(({ id: objectId, kind: objectType, creator, access, minutesAgo: age }): Shown => {
      const canLike = access === 'public' || access === 'followers'
      return { creator: creator.username, objectId, objectType, age, canLike }
    }),
    ...products.flatMap(({ creator, name, status }, n): Shown[] => {
      const age = productAgeMinutes(n)
      const objectId = productId(creator, name)
      return status === 'active' ? [{ creator, objectId, objectType: 'product', age, canLike: true }] : []
    }),
    ...worldCreators.map(({ username }): Shown => {
      return { creator: username, objectId: username, objectType: 'performer', age: 200 * 1440, canLike: false }
    }),
  ]
}

function appealOf(objectId: string): number {
  return randomOf(`appeal of ${objectId}`).in(0.15, 0.7)
}
