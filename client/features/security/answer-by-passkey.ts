import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PasskeyOptionsAnswer } from '@vesper/sync/vesper/api/factors.ts'
import { callApi } from '../../core/api/api.ts'

export type PasskeyPurpose = { purpose: 'login' | 'step-up' } | { purpose: 'second-factor'; challengeId: string }

/** Has an authenticator answer a challenge of the server; the browser asks the user. Rejects when they decline. */
export async function answerByPasskey(body: PasskeyPurpose) {
  const { challengeId, options } = await optionsFor(body)
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await inWords(() => startAuthentication({ optionsJSON }))
  return { challengeId, response }
}

/** Has an authenticator make a passkey; the browser asks the user. Rejects when they decline. */
export async function makePasskey() {
  const { challengeId, options } = await optionsFor({ purpose: 'add' })
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await inWords(() => startRegistration({ optionsJSON }))
  return { challengeId, response }
}

function optionsFor(body: PasskeyPurpose | { purpose: 'add' }) {
  return callApi({ method: 'POST', path: '/auth/passkeys/options', body, answer: PasskeyOptionsAnswer })
}

/** Browsers say little of why there was no answer. */
async function inWords<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (cause) {
    console.warn('A passkey was not used', cause)
    throw new Refusal('invalid', 'The passkey was not used. Try again, or take another way.')
  }
}
