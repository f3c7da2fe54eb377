import { transact } from '../../../../infra/database/transaction.ts'
import { Session } from '../../../../infra/sessions/entity.ts'
import { ELEVATED_S } from '../../../../infra/sessions/is-elevated.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Totp } from '../entity.ts'
import { codeAt, newTotpSecret, totpSeal } from '../totp.ts'

type Server = Pick<TestServer, 'app'>

/**
 * Gives an account a confirmed authenticator app past the API. `code` answers the present code, as good as unused: another
 * one is due only every 30 seconds.
 */
export async function addFactor({ app }: Server, userId: string): Promise<{ code: () => Promise<string> }> {
  const secret = newTotpSecret()
  await transact(app, null, async ({ em, now }) => {
    const sealed = app.sealer.seal(secret, totpSeal(userId))
    em.create(Totp, { userId, secret: sealed, createdAt: now, confirmedAt: now })
  })
  return {
    async code() {
      await app.orm.em.fork().nativeUpdate(Totp, { userId }, { lastStep: null })
      return codeAt(secret, app.clock())
    },
  }
}

/** Has a session stepped up just now, past the API. */
export async function elevate({ app }: Server, sessionId: string): Promise<void> {
  const elevatedUntil = new Date(app.clock().getTime() + ELEVATED_S * 1_000)
  await app.orm.em.fork().nativeUpdate(Session, { id: sessionId }, { elevatedUntil, elevatedBy: 'code' })
}
