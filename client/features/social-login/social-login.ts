import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { GoogleLoginAnswer, IdentityList, TwitterLoginAnswer } from '@vesper/sync/vesper/api/social-login.ts'
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

/** `linkTo`: the id of the account that is signed in, to link the login to it. */
export type Wishes = { remember: boolean; next: string | undefined; linkTo?: string | undefined }

/** Asks the server where the person agrees, and answers that address. The browser has to go there. */
export async function beginSocialLogin(provider: SocialProvider, { remember, next, linkTo }: Wishes): Promise<string> {
  const wishes = {
    ...{ remember, ...(next === undefined ? {} : { next }) },
    ...(linkTo === undefined ? {} : { linkTo }),
  }
  const link = linkTo !== undefined
  const back = `${location.origin}/auth/callback/${provider}`
  if (provider === 'google') {
    const body = { redirectUri: back, role: 'user', link }
    const answer = await callApi({ method: 'POST', path: '/auth/google/login', body, answer: GoogleLoginAnswer })
    if (!('url' in answer)) throw notThis()
    keepPendingLogin({ provider, state: answer.state, redirectUri: back, ...wishes })
    return answer.url
  }
  const body = { callbackUrl: back, link }
  const answer = await callApi({ method: 'POST', path: '/auth/twitter/login', body, answer: TwitterLoginAnswer })
  const { url, ...token } = answer
  keepPendingLogin({ provider, ...token, callbackUrl: back, ...wishes })
  return url
}

/** Finishes a login with the values that came back. Refuses those that do not belong to the login that this browser began. */
export async function finishSocialLogin(login: PendingLogin, returned: Returned): Promise<LoginAnswer> {
  const { remember } = login
  const body = proofOf(login, returned)
  if (login.provider === 'google') {
    return callApi({ method: 'POST', path: '/auth/google/token', body: { ...body, remember }, answer: LoginAnswer })
  }
  const asked = { ...body, role: 'user', remember }
  return callApi({ method: 'POST', path: '/auth/twitter/callback', body: asked, answer: LoginAnswer })
}

/** Links a login to the account that is signed in, with the values that came back. */
export async function finishLink(login: PendingLogin, returned: Returned): Promise<IdentityList> {
  const path = `/auth/users/me/identities/${login.provider}`
  return callApi({ method: 'POST', path, body: proofOf(login, returned), answer: IdentityList })
}

function proofOf(login: PendingLogin, returned: Returned): Record<string, string> {
  if (login.provider === 'google') {
    const { code, state, iss } = returned
    if (!code || state !== login.state) throw notThis()
    return { code, state, redirectUri: login.redirectUri, ...(iss ? { iss } : {}) }
  }
  const { oauth_token: oauthToken, oauth_verifier: oauthVerifier } = returned
  if (!oauthVerifier || oauthToken !== login.oauthToken) throw notThis()
  return { oauthToken, oauthTokenSecret: login.oauthTokenSecret, oauthVerifier }
}

/** True when the person did not agree at the provider. */
export function isDenied({ error, denied }: Returned): boolean {
  return error !== undefined || denied !== undefined
}

function notThis(): Refusal {
  return new Refusal('unauthenticated', 'This login did not work. Please begin again.')
}
