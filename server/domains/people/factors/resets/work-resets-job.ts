import { LockMode } from '@mikro-orm/core'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { User } from '../../accounts/entity.ts'
import { endWaitingLogins } from '../challenges.ts'
import { Passkey, RecoveryCode, Totp } from '../entity.ts'
import { factorChanges } from '../factor-changes.ts'
import { tellOwner } from '../tell-owner.ts'
import { fingerprint } from '../waiting-login.ts'
import { WAIT_DAYS } from './ask-reset.ts'
import { FactorReset } from './entity.ts'
import { tellOfReset } from './tell-of-reset.ts'

const DAY_MS = 86_400_000
const MAILS = 3
/** After the first and the second mail: the next one is due so many days before the factors go. */
const DAYS_BEFORE = [4, 1] as const
/** So many days stay after such a mail, however late it was. */
const DAYS_LEFT = [3, 0.9] as const
/** Nobody has looked for so long: the database may be a former one, in which the owner's stop is missing. */
const LATE_MS = 2 * DAY_MS

/** Writes the owners of accounts whose second factors are to go, and removes those that are due. */
export const workResetsJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'factors.resets', everySeconds: 3_600 },
  async run(app) {
    const waiting = await app.orm.em.fork().find(FactorReset, { state: 'waiting' }, { orderBy: { dueAt: 'asc' } })
    for (const { id, userId } of waiting) await workReset(app, id, userId)
  },
}

/** Takes the step of one wish that is due, if one is. The account is locked first, as a login does. */
async function workReset(app: App, id: string, userId: string): Promise<void> {
  await transact(app, null, async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE
    const user = await tx.em.findOne(User, { id: userId }, { lockMode })
    const reset = await tx.em.findOne(FactorReset, { id, state: 'waiting' }, { lockMode, refresh: true })
    if (!reset || !user) return
    if (await isPointless(tx, user, reset)) return void tx.em.assign(reset, { state: 'stopped', endedAt: tx.now })
    const [now, due] = [tx.now.getTime(), reset.dueAt.getTime()]
    if (now > due + LATE_MS) {
      tx.em.assign(reset, { mails: 1, dueAt: new Date(now + WAIT_DAYS * DAY_MS) })
      return tellOfReset(tx, user, reset)
    }
    if (reset.mails < MAILS) return writeNext(tx, user, reset)
    if (now < due) return
    await removeFactors(tx, user)
    tx.em.assign(reset, { state: 'done', endedAt: tx.now })
  })
}

/** Staff by now, another password, or no account any more. */
async function isPointless(tx: Tx, user: User, reset: FactorReset): Promise<boolean> {
  if (user.status === 'deactivated' || fingerprint(user.passwordHash) !== reset.password) return true
  for (const needs of tx.app.domains.needsFactor) if ((await needs(tx.em, user.id)) !== null) return true
  return false
}

/** Writes the next mail once it is due. One that comes late leaves its days all the same. */
async function writeNext(tx: Tx, user: User, reset: FactorReset): Promise<void> {
  const [before, left] = [DAYS_BEFORE[reset.mails - 1] ?? 0, DAYS_LEFT[reset.mails - 1] ?? 0]
  if (tx.now.getTime() < reset.dueAt.getTime() - before * DAY_MS) return
  reset.mails += 1
  reset.dueAt = new Date(Math.max(reset.dueAt.getTime(), tx.now.getTime() + left * DAY_MS))
  await tellOfReset(tx, user, reset)
}

async function removeFactors(tx: Tx, user: User): Promise<void> {
  const userId = user.id
  await tx.em.nativeDelete(Passkey, { userId })
  await tx.em.nativeDelete(Totp, { userId })
  await tx.em.nativeDelete(RecoveryCode, { userId })
  await endWaitingLogins(tx, userId)
  tx.app.log.info({ account: userId }, 'the second factors of an account were removed after seven days')
  await tellOwner(tx, user, factorChanges.allRemoved)
}
