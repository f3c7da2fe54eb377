import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** The counts of one poll; `hasVoted`: the viewer is among the voters. */
export type PollCounts = { votes: number[]; voters: number; hasVoted: boolean }

/** The counts of these posts' polls, by post. A poll without a vote has none. */
export async function pollCountsOf(
  em: SqlEntityManager,
  postIds: readonly string[],
  viewerId: string | null,
): Promise<Map<string, PollCounts>> {
  if (postIds.length === 0) return new Map()
  const rows = await em.execute<(PollCounts & { postId: string })[]>(
    `select t.post_id as "postId", t.votes, t.voters, v.user_id is not null as "hasVoted"
     from poll_total t left join poll_vote v on v.post_id = t.post_id and v.user_id = ?::uuid
     where t.post_id = any(?::uuid[])`,
    [viewerId, `{${postIds.join()}}`],
  )
  return new Map(rows.map(({ postId, ...counts }) => [postId, counts]))
}
