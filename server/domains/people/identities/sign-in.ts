import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { enter } from '../accounts/sessions/begin-session.ts'
import type { Begun, Device } from '../accounts/sessions/begin-session.ts'
import { requireConfirmed } from '../accounts/sessions/login.ts'
import { accountFor, openAccount } from './commands.ts'
import { Identity } from './entity.ts'
import { failedLogin } from './social-profile.ts'
import type { SocialProfile } from './social-profile.ts'

/**
 * Opens a session for a person whom a provider has named. Refuses what `accountFor` refuses, a closed account, and a login
 * that was unlinked meanwhile; and what `enter` refuses.
 */
export async function signIn(app: App, profile: SocialProfile, device: Device): Promise<Begun> {
  const { provider, subject } = profile
  const user = await transact(app, null, (tx) => accountFor(tx, profile))
  await requireConfirmed(app, user)
  return enter(app, device, async (tx) => {
    const opened = await openAccount(tx, user.id)
    // Unlinked while the login was under way.
    if ((await tx.em.count(Identity, { provider, subject, userId: user.id })) === 0) throw failedLogin()
    return opened
  })
}
