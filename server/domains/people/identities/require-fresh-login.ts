import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { Session } from '../../../infra/sessions/entity.ts'

const FRESH_MS = 30 * 60_000

/**
 * Refuses a session that did not log in within 30 minutes. A linked login is a lasting way into the account: a user who finds
 * an open session, or its token, must not be able to make one.
 */
export async function requireFreshLogin(app: App, { sessionId }: Actor): Promise<void> {
  const { createdAt } = await app.orm.em.fork().findOneOrFail(Session, { id: sessionId })
  if (app.clock().getTime() - createdAt.getTime() < FRESH_MS) return
  const message = 'To link a login, log out and in again, and link it within 30 minutes.'
  throw new Refusal('forbidden', message, [{ path: 'freshLogin', message }])
}
