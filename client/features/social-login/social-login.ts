import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { GoogleLoginAnswer, TwitterLoginAnswer } from '@vesper/sync/vesper/api/social-login.ts'
import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import { callApi } from '../../core/api/api.ts'
import { keepPendingLogin } from './pending-login.ts'
import type { PendingLogin } from './pending-login.ts'

/** The parameters of the address that a provider leads back to. */
export type Returned = {
  code?: string
  state?: string
  iss?: string
  error?: string
  oauth_token?: string
  oauth_verifier?: string
  denied?: string
}

export type Wishes = { remember: boolean; next: string | undefined }

/** Asks the server where the person agrees, and answers that address. The browser has to go there. */
export async function beginSocialLogin(provider: SocialProvider, { remember, next }: Wishes): Promise<string> {
  const wishes = { remember, ...(next === undefined ? {} : { next }) }
  const back = `${location.origin}/auth/callback/${provider}`
  if (provider === 'google') {
    const body = { redirectUri: back, role: 'user' }
    const answer = await callApi({ method: 'POST', path: '/auth/google/login', body, answer: GoogleLoginAnswer })
    if (!('url' in answer)) throw notThis()
    keepPendingLogin({ provider, state: answer.state, redirectUri: back, ...wishes })
    return answer.url
  }
  const body = { callbackUrl: back }
  const answer = await callApi({ method: 'POST', path: '/auth/twitter/login', body, answer: TwitterLoginAnswer })
  const { url, ...token } = answer
  keepPendingLogin({ provider, ...token, callbackUrl: back, ...wishes })
  return url
}

/** Finishes a login with what came back. Refuses what does not belong to the login that this browser began. */
export async function finishSocialLogin(login: PendingLogin, returned: Returned): Promise<LoginAnswer> {
  const { remember } = login
  if (login.provider === 'google') {
    const { code, state, iss } = returned
    if (!code || state !== login.state) throw notThis()
    const body = { code, state, redirectUri: login.redirectUri, remember, ...(iss ? { iss } : {}) }
    return callApi({ method: 'POST', path: '/auth/google/token', body, answer: LoginAnswer })
  }
  const { oauth_token: oauthToken, oauth_verifier: oauthVerifier } = returned
  if (!oauthVerifier || oauthToken !== login.oauthToken) throw notThis()
  const body = { oauthToken, oauthTokenSecret: login.oauthTokenSecret, oauthVerifier, role: 'user', remember }
  return callApi({ method: 'POST', path: '/auth/twitter/callback', body, answer: LoginAnswer })
}

/** True when the person did not agree at the provider. */
export function isDenied({ error, denied }: Returned): boolean {
  return error !== undefined || denied !== undefined
}

function notThis(): Refusal {
  return new Refusal('unauthenticated', 'This login did not work. Please begin again.')
}
