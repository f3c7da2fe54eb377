import type { PostPoll } from '@vesper/sync/vesper/records/post.ts'

/** Tells if nobody votes in a poll any more. */
export function isPollClosed({ endsAt }: Pick<PostPoll, 'endsAt'>, now: Date): boolean {
  return endsAt != null && Date.parse(endsAt) <= now.getTime()
}
