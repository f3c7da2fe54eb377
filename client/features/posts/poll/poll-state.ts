import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { Vote } from '@vesper/sync/vesper/records/vote.ts'

/** A post that asks something. */
export type Asking = Pick<Post, '_id' | 'voters' | 'votes'> & { poll: NonNullable<Post['poll']> }

/** Where a poll stands for one viewer. */
export type PollState = {
  isOver: boolean
  /** Milliseconds until nobody votes any more; null without an end. */
  leftMs: number | null
  /** The viewer's own vote: places in the options. */
  chosen: readonly number[]
  /** Votes by option; null where the viewer may not know them yet. */
  counts: readonly number[] | null
  voters: number
}

/** `live`: counts that the server has told this page since. */
type Given = Asking & { live?: LiveCounts | null }

export type LiveCounts = { votes: readonly number[]; voters: number }

/** Joins a post with the viewer's vote and later counts, of which any may be the latest. `now`: epoch, ms. */
export function pollStateOf({ poll, votes, voters, live = null }: Given, vote: Vote | null, now: number): PollState {
  const leftMs = poll.endsAt == null ? null : Math.max(0, Date.parse(poll.endsAt) - now)
  const isNewer = vote?.counts != null && (votes === null || (vote.voters ?? 0) >= voters)
  // A vote that the server has yet to count is counted here.
  const isUncounted = vote !== null && vote.counts === null && votes === null
  const read = {
    counts: isNewer ? vote.counts : votes,
    voters: isNewer ? (vote.voters ?? voters) : voters + (isUncounted ? 1 : 0),
  }
  const shown = live !== null && live.voters >= read.voters ? { counts: live.votes, voters: live.voters } : read
  return { isOver: leftMs === 0, leftMs, chosen: vote?.options ?? [], ...shown }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A time left in one unit, rounded up: "3 days", "20 minutes". */
export function timeLeft(leftMs: number, locale: string): string {
  const [unit, ms] = UNITS.find(([, length]) => leftMs >= length) ?? ['minute', 60_000]
  return Math.ceil(leftMs / ms).toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
}
