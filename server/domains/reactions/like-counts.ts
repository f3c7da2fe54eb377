import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { totalsOf } from '../../content/content-total.ts'

/** How many others than the viewer like each of these posts. */
export async function countLikesOfOthers(
  em: SqlEntityManager,
  postIds: readonly string[],
  viewerId: string | null,
): Promise<Map<string, number>> {
  const posts = postIds.map((id) => ({ objectType: 'feed' as const, id }))
  const totals = await totalsOf(em, posts, viewerId)
  return new Map([...totals].map(([id, { likes }]) => [id, likes]))
}
