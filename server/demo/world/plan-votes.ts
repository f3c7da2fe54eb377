import { randomOf } from '../art/random.ts'
import { quietFans, worldFans } from './fans.ts'
import { planFollows } from './plan-reactions.ts'
import type { PlacedPost } from './read-world.ts'

const DAY_MINUTES = 1440

/** A vote of a fan, so many minutes before the first start. */
type PlannedVote = { fan: string; postId: string; options: number[]; minutesAgo: number }

/** The votes of fans in polls of creators whom they follow: each poll has a favourite, and was open when they voted. */
export function planVotes(polls: readonly PlacedPost[]): PlannedVote[] {
  const follows = new Set(planFollows().map(({ fan, creator }) => `${fan} ${creator}`))
  return polls.flatMap((post) => {
    const { id: postId, poll, creator, minutesAgo: age } = post
    if (!poll || age < 30) return []
    const random = randomOf(`votes of ${postId}`)
    const weights = poll.options.map(() => random.in(0.3, 1) ** 2)
    const voters = worldFans.filter(
      // fan1 still has polls to vote in.
      ({ username: fan }) => !quietFans.has(fan) && fan !== 'fan1' && follows.has(`${fan} ${creator.username}`),
    )
    return voters
      .filter(() => random.chance(0.62))
      .map(({ username: fan }) => {
        const first = heaviest(weights.map((weight) => weight * random.in(0.2, 1)))
        const second = poll.isMultiple && random.chance(0.5) ? (first + 1) % weights.length : first
        const options = [...new Set([first, second])].toSorted((a, b) => a - b)
        const after = random.next() ** 2 * Math.min(age - 2, poll.openDays * DAY_MINUTES - 1)
        return { fan, postId, options, minutesAgo: Math.floor(age - after - 1) }
      })
  })
}

function heaviest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values))
}
