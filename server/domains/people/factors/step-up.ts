import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { StepUp, StepUpAnswer } from '@vesper/sync/vesper/api/factors.ts'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { issueElevated } from '../../../infra/sessions/issue-elevated.ts'
import { proveCurrentPassword } from '../accounts/passwords/change-password.ts'
import { countTry, spendChallenge } from './challenges.ts'
import { tellingOfCopies } from './passkeys.ts'
import { countFactor, forgetFactors, proveFactor } from './prove-factor.ts'
import type { GivenFactor } from './prove-factor.ts'
import { stepUpWays } from './step-up-ways.ts'

type Given = v.InferOutput<typeof StepUp>

/**
 * Steps the session of the actor up: answers a token of its next generation. A password does where the account has no second
 * factor. Refuses a wrong proof with the detail `proof`, and one that does not suffice with `stepUp`.
 */
export async function stepUp(app: App, actor: Actor, given: Given): Promise<v.InferInput<typeof StepUpAnswer>> {
  if ('password' in given) return byPassword(app, actor, given)
  const asked = { purpose: 'step-up' as const, userId: actor.userId, sessionId: actor.sessionId }
  if ('response' in given && !(await countTry(app, given.challengeId, asked))) throw wrong()
  await countFactor(app, actor.sessionId, given)
  const answer = await tellingOfCopies(app, () =>
    transact(app, actor, async (tx) => {
      if ('response' in given && !(await spendChallenge(tx, given.challengeId))) throw wrong()
      const by = await proveFactor(tx, actor.userId, given satisfies GivenFactor)
      if (by === null) throw wrong()
      return issueElevated(tx, actor.sessionId, by)
    }),
  )
  await forgetFactors(app, actor.sessionId)
  return answer
}

async function byPassword(app: App, actor: Actor, given: Extract<Given, { password: string }>) {
  const { ways, hasFactor } = await stepUpWays(app, actor)
  if (hasFactor) {
    const message = 'Your password does not suffice. Use your second factor.'
    throw new Refusal('forbidden', message, [{ path: 'stepUp', message: ways.join(',') }])
  }
  try {
    await proveCurrentPassword(app, actor.userId, { password: given.password, form: given.passwordForm })
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') throw wrong('The password is not right.')
    throw error
  }
  return transact(app, actor, (tx) => issueElevated(tx, actor.sessionId, 'password'))
}

function wrong(message = 'That code has ended or was used. Take the next one.'): Refusal {
  return new Refusal('unauthenticated', message, [{ path: 'proof', message }])
}
