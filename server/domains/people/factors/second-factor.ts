import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SecondFactor } from '@vesper/sync/vesper/api/factors.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { StepUpProof } from '../../../infra/sessions/entity.ts'
import { User } from '../accounts/entity.ts'
import { beginSession } from '../accounts/sessions/begin-session.ts'
import type { Begun, Device } from '../accounts/sessions/begin-session.ts'
import { knownDevice } from '../accounts/sessions/known-devices.ts'
import { countTry, createChallenge, MAX_TRIES, spendChallenge } from './challenges.ts'
import type { Challenge } from './entity.ts'
import { failedFactorMail } from './mails.ts'
import { tellingOfCopies } from './passkeys.ts'
import { countFactor, forgetFactors, proveFactor } from './prove-factor.ts'
import { waysOf } from './step-up-ways.ts'
import { fingerprint, secondFactorEnded, WaitingLogin } from './waiting-login.ts'

/** Asks for the second factor of an account that has shown its first; null where it has no second one. */
export async function askSecondFactor(
  tx: Tx,
  { id: userId, passwordHash }: { id: string; passwordHash: string },
  { remember }: { remember: boolean },
): Promise<{ challengeId: string; ways: StepUpProof[] } | null> {
  const { ways, hasFactor } = await waysOf(tx.em, userId)
  if (!hasFactor) return null
  const value = JSON.stringify({ remember, password: fingerprint(passwordHash) })
  const { id } = await createChallenge(tx, { purpose: 'second-factor', userId, value })
  return { challengeId: id, ways }
}

/**
 * Opens the session that a challenge waits to open, by a second factor. Refuses, all in one sentence, a wrong or used code, a
 * challenge that has ended, and a password that was changed meanwhile. Five tries a challenge: the owner hears of the fifth.
 */
export async function answerSecondFactor(
  app: App,
  given: v.InferOutput<typeof SecondFactor>,
  device: Omit<Device, 'remember'>,
): Promise<Begun> {
  const challenge = await countTry(app, given.challengeId, { purpose: 'second-factor' })
  const userId = challenge?.userId
  if (!challenge || !userId) throw secondFactorEnded()
  const counted = await countedFor(app, userId, device.cookie)
  await countFactor(app, counted, given)
  const login = v.parse(WaitingLogin, JSON.parse(challenge.value))
  try {
    const begun = await tellingOfCopies(app, () =>
      transact(app, null, async (tx) => {
        const user = await tx.em.findOne(
          User,
          { id: userId, status: { $ne: 'deactivated' } },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        )
        if (!user || fingerprint(user.passwordHash) !== login.password) throw secondFactorEnded()
        if (!(await spendChallenge(tx, challenge.id))) throw secondFactorEnded()
        if ((await proveFactor(tx, userId, given)) === null) throw secondFactorEnded()
        return beginSession(tx, user, { ...device, remember: login.remember })
      }),
    )
    await forgetFactors(app, counted)
    return begun
  } catch (error) {
    if (error instanceof Refusal) await noteFailure(app, userId, challenge)
    throw error
  }
}

/** A browser that the account knows counts for itself: somebody who has the password alone keeps no owner out. */
async function countedFor(app: App, userId: string, cookie: Device['cookie']): Promise<string> {
  const user = await app.orm.em.fork().findOne(User, { id: userId })
  const known = user && knownDevice(app, user, cookie)
  return known === null ? userId : `${userId} ${known}`
}

async function noteFailure(app: App, userId: string, { id, tries }: Challenge): Promise<void> {
  app.log.warn({ account: userId, challenge: id, tries }, 'a second factor has failed')
  if (tries < MAX_TRIES) return
  await transact(app, null, async (tx) => {
    const { email, name } = await tx.em.findOneOrFail(User, { id: userId })
    if (email) tx.app.mailer.send(tx, failedFactorMail({ email, name }, `${app.config.publicUrl}/auth/forgot`))
  })
}
