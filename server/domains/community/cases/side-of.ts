import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Decision } from './entity.ts'

/** Why an account reads a decision: it is the author of the thing, or has reported it. */
export type Side = 'author' | 'reporter'

/** SQL: an account has reported before the decision `d`; takes the account once. */
export const REPORTED = `exists (
  select from report r where r.case_id = d.case_id and r.reporter_id = ? and r.created_at <= d.created_at
    and r.object_type = d.object_type and r.object_id = d.object_id
)`

/** Null for an account that a decision does not concern. Reporters alone learn that no breach was found. */
export async function sideOf(
  em: SqlEntityManager,
  { id, kind, targetUserId }: Decision,
  userId: string,
): Promise<Side | null> {
  if (targetUserId === userId) return kind === 'none' ? null : 'author'
  const [row] = await em.execute<{ id: string }[]>(
    `select d.id from moderation_decision d where d.id = ? and ${REPORTED}`,
    [id, userId],
  )
  return row ? 'reporter' : null
}
