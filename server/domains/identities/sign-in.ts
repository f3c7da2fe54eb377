import type { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import type { App } from '../../context.ts'
import { transact } from '../../infra/database/transaction.ts'
import { beginSession, requireConfirmed } from '../accounts/sessions/login.ts'
import { accountFor, openAccount, unknownPassword } from './commands.ts'
import { Identity } from './entity.ts'
import type { SocialProfile } from './social-profile.ts'

/** Opens a session for a person whom a provider has named. Refuses what `accountFor` refuses, and a closed account. */
export async function signIn(
  app: App,
  profile: SocialProfile,
  device: { remember: boolean; userAgent: string },
): Promise<LoginAnswer> {
  const { provider, subject } = profile
  const isKnown = (await app.orm.em.fork().count(Identity, { provider, subject })) > 0
  const passwordHash = isKnown ? null : await unknownPassword()
  const user = await transact(app, null, (tx) => accountFor(tx, profile, passwordHash))
  await requireConfirmed(app, user)
  return transact(app, null, async (tx) => beginSession(tx, await openAccount(tx, user.id), device))
}
