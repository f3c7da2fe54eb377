import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PasskeyLogin } from '@vesper/sync/vesper/api/factors.ts'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { beginSession } from '../accounts/sessions/begin-session.ts'
import type { Begun, Device } from '../accounts/sessions/begin-session.ts'
import { closedAccount, requireConfirmed } from '../accounts/sessions/login.ts'
import { countTry, spendChallenge } from './challenges.ts'
import { Passkey } from './entity.ts'
import { tellingOfCopies, usePasskey } from './passkeys.ts'

/**
 * Opens a session by a passkey, which counts as both factors. Refuses a key that is unknown here and an answer that does not
 * hold alike; a closed account and an unconfirmed address as a login does.
 */
export async function loginByPasskey(
  app: App,
  { challengeId, response, remember }: v.InferOutput<typeof PasskeyLogin>,
  device: Omit<Device, 'remember'>,
): Promise<Begun> {
  const em = app.orm.em.fork()
  const known = await em.findOne(Passkey, { credentialId: response.id })
  if (!(await countTry(app, challengeId, { purpose: 'login' })) || !known || response.response.userHandle == null)
    throw unknownPasskey()
  const user = await tellingOfCopies(app, () =>
    transact(app, null, async (tx) => {
      if (!(await spendChallenge(tx, challengeId))) throw unknownPasskey()
      if (!(await usePasskey(tx, challengeId, response))) throw unknownPasskey()
      return tx.em.findOneOrFail(User, { id: known.userId })
    }),
  )
  if (user.status === 'deactivated') throw closedAccount()
  await requireConfirmed(app, user)
  return transact(app, null, async (tx) => {
    const open = { id: user.id, status: { $ne: 'deactivated' as const } }
    const opened = await tx.em.findOne(User, open, { lockMode: LockMode.PESSIMISTIC_WRITE })
    // Removed meanwhile.
    if (!opened || (await tx.em.count(Passkey, { id: known.id })) === 0) throw unknownPasskey()
    return beginSession(tx, opened, { ...device, remember })
  })
}

function unknownPasskey(): Refusal {
  return new Refusal('unauthenticated', 'This passkey is not known here.')
}
