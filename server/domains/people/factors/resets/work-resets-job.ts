import { LockMode } from '@mikro-orm/core'
import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { User } from '../../accounts/entity.ts'
import { endWaitingLogins } from '../challenges.ts'
import { Passkey, RecoveryCode, Totp } from '../entity.ts'
import { tellOwner } from '../tell-owner.ts'
import { fingerprint } from '../waiting-login.ts'
import { FactorReset } from './entity.ts'
import { tellOfReset } from './tell-of-reset.ts'

const DAY_MS = 86_400_000
/** The second and the third mail, so long after the wish. */
const MAIL_AFTER_MS = [3 * DAY_MS, 6 * DAY_MS]

/** Writes the owners of accounts whose second factors are to go, and removes those that are due. */
export const workResetsJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'factors.resets', everySeconds: 3_600 },
  async run(app) {
    const waiting = await app.orm.em.fork().find(FactorReset, { state: 'waiting' }, { orderBy: { dueAt: 'asc' } })
    for (const { id, userId } of waiting) await workReset(app, id, userId)
  },
}

/** Takes the step of one wish that is due, if one is. */
async function workReset(app: App, id: string, userId: string): Promise<void> {
  await transact(app, null, async (tx) => {
    await lock(tx, 'factor-reset', userId)
    const reset = await tx.em.findOne(FactorReset, { id, state: 'waiting' }, { refresh: true })
    const user = await tx.em.findOne(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!reset || !user) return
    const isStaff = await needsFactors(tx.app, userId)
    if (user.status === 'deactivated' || fingerprint(user.passwordHash) !== reset.password || isStaff) {
      tx.em.assign(reset, { state: 'stopped', endedAt: tx.now })
      return
    }
    if (tx.now < reset.dueAt) {
      const after = MAIL_AFTER_MS[reset.mails - 1]
      if (after === undefined || tx.now.getTime() < reset.askedAt.getTime() + after) return
      reset.mails += 1
      return tellOfReset(tx, user, reset)
    }
    await tx.em.nativeDelete(Passkey, { userId })
    await tx.em.nativeDelete(Totp, { userId })
    await tx.em.nativeDelete(RecoveryCode, { userId })
    await endWaitingLogins(tx, userId)
    tx.em.assign(reset, { state: 'done', endedAt: tx.now })
    app.log.info({ account: userId }, 'the second factors of an account were removed after seven days')
    await tellOwner(tx, user, 'all second factors of your account were removed, as was asked for seven days ago.')
  })
}

/** Staff by now: their factors stay. */
async function needsFactors(app: App, userId: string): Promise<boolean> {
  const em = app.orm.em.fork()
  for (const needs of app.domains.needsFactor) if ((await needs(em, userId)) !== null) return true
  return false
}
