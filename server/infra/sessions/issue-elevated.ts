import type { Tx } from '../database/transaction.ts'
import type { StepUpProof } from './entity.ts'
import { ELEVATED_S } from './is-elevated.ts'
import { signSessionToken } from './session-token.ts'
import { unauthenticated } from './unauthenticated.ts'

/**
 * A token of the session's next generation, which is elevated. The former token holds until the first use of this one, so that
 * a client that never stores it stays signed in. After ten minutes this one is no longer elevated. `until`: ISO 8601.
 */
export async function issueElevated(
  tx: Tx,
  sessionId: string,
  by: StepUpProof,
): Promise<{ token: string; until: string }> {
  const [session] = await tx.em.execute<{ userId: string; generation: number; expiresAt: string }[]>(
    `update session set issued_generation = greatest(issued_generation, generation) + 1
     where id = ? and revoked_at is null and expires_at > ?
     returning user_id as "userId", issued_generation as generation, expires_at as "expiresAt"`,
    [sessionId, tx.now],
  )
  if (!session) throw unauthenticated()
  const until = new Date(tx.now.getTime() + ELEVATED_S * 1_000)
  const { userId, generation } = session
  const claims = { sessionId, userId, generation, elevation: { until, by } }
  const times = { now: tx.now, expiresAt: new Date(session.expiresAt) }
  return { token: signSessionToken(tx.app.secret, { ...claims, ...times }), until: until.toISOString() }
}
