import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { holdersOf } from '../../people/staff/roles.ts'
import type { Appeal, Case, Decision } from './entity.ts'

/** Where nobody else may decide an appeal, the same person may after so long. */
const ALONE_MS = 24 * 3_600_000
export const ANOTHER_PERSON = 'Another person has to decide this.'
const ALONE = 'Nobody else may decide this, so that you can 24 hours after the appeal.'

/** Why an account cannot decide a case: it concerns the account itself, its content or its report. Null where it can. */
export function whyNotCase(
  { targetUserId }: Pick<Case, 'targetUserId'>,
  reporterIds: readonly string[],
  userId: string,
): string | null {
  return targetUserId === userId || reporterIds.includes(userId) ? ANOTHER_PERSON : null
}

/** Why an account cannot decide an appeal: it has decided itself, or it is one of the parties. Null where it can. */
export async function whyNotAppeal(
  { em, now }: { em: SqlEntityManager; now: Date },
  { appeal, decision }: { appeal: Pick<Appeal, 'userId' | 'createdAt'>; decision: Decision },
  userId: string,
): Promise<string | null> {
  if (appeal.userId === userId || decision.targetUserId === userId) return ANOTHER_PERSON
  if (decision.actorId !== userId) return null
  const others = await othersThan(em, [userId, appeal.userId, decision.targetUserId])
  if (others.length > 0) return ANOTHER_PERSON
  return now.getTime() < appeal.createdAt.getTime() + ALONE_MS ? ALONE : null
}

async function othersThan(em: SqlEntityManager, ids: readonly string[]): Promise<string[]> {
  return (await holdersOf(em, 'appeals.decide')).filter((holder) => !ids.includes(holder))
}
