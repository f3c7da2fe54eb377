import type { PasskeyResponse } from '@vesper/sync/vesper/api/factors.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { createSharedLimit } from '../../../infra/http/limits/shared-limit.ts'
import type { StepUpProof } from '../../../infra/sessions/entity.ts'
import { usePasskey } from './passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { stopFactorReset } from './resets/stop-reset.ts'
import { spendCode } from './totp.ts'

/** A second factor as a call brings it. `challengeId`: the challenge that a passkey has signed. */
export type GivenFactor =
  | { code: string }
  | { recoveryCode: string }
  | { challengeId: string; response: PasskeyResponse }

const limitOf = appState(({ orm }) => createSharedLimit(orm, { name: 'second-factor', points: 10, seconds: 3_600 }))

/**
 * Counts a code of an app that somebody tries: 10 an hour for each `key`. That is the account at a login, or a browser that
 * the account knows, and the session at a step-up, so that guesses at the login end nobody's work. Recovery codes and passkeys cannot be guessed, and count for
 * nothing.
 */
export async function countFactor(app: App, key: string, given: object): Promise<void> {
  if (app.config.rateLimits !== 'off' && 'code' in given) await limitOf(app).count(key)
}

/** The right factor wipes the slate. */
export async function forgetFactors(app: App, key: string): Promise<void> {
  if (app.config.rateLimits !== 'off') await limitOf(app).forget(key)
}

/**
 * Uses up a second factor of an account; answers which, or null where it is none of its own. Somebody who has one has not
 * lost all of them: a wish to remove them ends.
 */
export async function proveFactor(tx: Tx, userId: string, given: GivenFactor): Promise<StepUpProof | null> {
  const proof = await spend(tx, userId, given)
  if (proof !== null) await stopFactorReset(tx, userId)
  return proof
}

async function spend(tx: Tx, userId: string, given: GivenFactor): Promise<StepUpProof | null> {
  if ('response' in given) {
    const passkey = await usePasskey(tx, given.challengeId, given.response)
    return passkey?.userId === userId ? 'passkey' : null
  }
  if ('recoveryCode' in given) return (await spendRecoveryCode(tx, userId, given.recoveryCode)) ? 'recoveryCode' : null
  const isRight = await spendCode(tx, userId, given.code)
  return isRight ? 'code' : null
}
