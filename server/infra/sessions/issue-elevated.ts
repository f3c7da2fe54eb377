import type { Tx } from '../database/transaction.ts'
import type { StepUpProof } from './entity.ts'
import { ELEVATED_S } from './is-elevated.ts'
import { signSessionToken } from './session-token.ts'
import { latestEnd } from './sessions.ts'
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
  type Row = { userId: string; generation: number; createdAt: string; remember: boolean }
  const [session] = await tx.em.execute<Row[]>(
    `update session set issued_generation = greatest(issued_generation, generation) + 1, key_id = ?
     where id = ? and revoked_at is null and expires_at > ?
     returning user_id as "userId", issued_generation as generation, created_at as "createdAt", remember`,
    [tx.app.secret[0].id, sessionId, tx.now],
  )
  if (!session) throw unauthenticated()
  const until = new Date(tx.now.getTime() + ELEVATED_S * 1_000)
  const { userId, generation, remember } = session
  const claims = { sessionId, userId, generation, elevation: { until, by } }
  const times = { now: tx.now, expiresAt: latestEnd({ createdAt: new Date(session.createdAt), remember }) }
  return { token: signSessionToken(tx.app.secret, { ...claims, ...times }), until: until.toISOString() }
}
