import { randomOf } from '../art/random.ts'
import type { Random } from '../art/random.ts'
import { tastes, worldCreators } from './creators.ts'
import { quietFans, worldFans } from './fans.ts'
import type { PlacedPost } from './read-world.ts'

const DAY_MINUTES = 1440
const FIRST_BOOKMARKS = 14

/** A fan follows a creator, or likes or keeps a post, so many minutes before the first start. */
export type PlannedFollow = { fan: string; creator: string; minutesAgo: number }
export type PlannedReaction = { fan: string; postId: string; action: 'like' | 'bookmark'; minutesAgo: number }

/** Each fan follows 5 to 15 creators: all of one taste, and some by chance. */
export function planFollows(): PlannedFollow[] {
  return worldFans.flatMap(({ username: fan }) => {
    const random = randomOf(`follows of ${fan}`)
    const [first, ...rest] = tastes
    const taste = random.pick([first, ...rest])
    const share = random.in(0.55, 0.95)
    const chosen = worldCreators.filter((creator) => {
      const isChosen = random.chance(share)
      return isChosen || creator.taste === taste || isKnownPair(fan, creator.username)
    })
    const enough = chosen.length < 5 ? [...new Set([...chosen, ...worldCreators.slice(0, 6)])] : chosen
    return enough.map(({ username: creator }) => {
      return { fan, creator, minutesAgo: Math.round(random.in(0.02, 0.9) * 330 * DAY_MINUTES) }
    })
  })
}

/** The likes of fans at creators they follow, mostly on the first day of a post, and their bookmarks. */
export function planReactions(posts: readonly PlacedPost[], follows: readonly PlannedFollow[]): PlannedReaction[] {
  const out = posts.filter(({ minutesAgo, archived }) => minutesAgo >= 5 && !archived)
  const byFan = Map.groupBy(follows, ({ fan }) => fan)
  return worldFans.flatMap(({ username: fan }) => {
    if (quietFans.has(fan)) return []
    const random = randomOf(`reactions of ${fan}`)
    const followed = new Set((byFan.get(fan) ?? []).map(({ creator }) => creator))
    const seen = out.filter(({ creator }) => followed.has(creator.username))
    const likes = seen.filter((post) => canLike(post) && random.chance(appeal(post, random)))
    return [
      ...likes.map((post) => reactionOf(post, { fan, action: 'like', random })),
      ...bookmarksOf(seen, fan, random).map((post) => reactionOf(post, { fan, action: 'bookmark', random })),
    ]
  })
}

/** A fan can bookmark a locked post, but not like it. */
function canLike({ access }: PlacedPost): boolean {
  return access === 'public' || access === 'followers'
}

function appeal({ id, media }: PlacedPost, random: Random): number {
  const own = randomOf(`appeal of ${id}`).in(0.08, 0.56)
  return own + (media ? 0.06 : 0) + random.in(-0.05, 0.05)
}

/** fan1 keeps posts of every access, the others a few. */
function bookmarksOf(seen: readonly PlacedPost[], fan: string, random: Random): PlacedPost[] {
  if (fan !== 'fan1') return seen.filter(() => random.chance(0.012))
  const byAccess = [...Map.groupBy(seen, ({ access }) => access).values()]
  const rows = Array.from({ length: FIRST_BOOKMARKS }, (_, n) => byAccess.flatMap((group) => group[n * 2] ?? []))
  return rows.flat().slice(0, FIRST_BOOKMARKS)
}

function reactionOf(
  { id: postId, minutesAgo }: PlacedPost,
  { fan, action, random }: { fan: string; action: PlannedReaction['action']; random: Random },
): PlannedReaction {
  // Thick in the first hours, thin later, never before the post.
  const later = 1 + Math.min(minutesAgo - 2, -Math.log(1 - random.next()) * 0.4 * DAY_MINUTES)
  return { fan, postId, action, minutesAgo: minutesAgo - later }
}

/** In the demo of the tests, and so in the conversations, fan1 and the two others know these. */
function isKnownPair(fan: string, creator: string): boolean {
  if (fan === 'fan1') return creator === 'creator1' || creator === 'creator2'
  return (fan === 'fan2' && creator === 'creator3') || (fan === 'fan3' && creator === 'creator2')
}
