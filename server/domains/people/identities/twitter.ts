import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import * as v from 'valibot'
import type { TwitterConfig } from '../../../config.ts'
import { failedLogin, unreachable } from './social-profile.ts'
import type { SocialProfile } from './social-profile.ts'

const TIMEOUT_MS = 10_000

/** A token of X and its secret. */
export type Credentials = { key: string; secret: string }

/** Login with X by OAuth 1.0a. */
export type Twitter = {
  /** Begins a flow; `url` is where the person agrees. */
  begin: (callbackUrl: string) => Promise<{ url: string; token: Credentials }>
  /** Exchanges what the person came back with. Refuses a verifier that does not belong to the token. */
  finish: (token: Credentials, verifier: string) => Promise<SocialProfile>
}

const Account = v.object({
  id_str: v.pipe(v.string(), v.regex(/^\d{1,30}$/)),
  screen_name: v.optional(v.string(), ''),
  name: v.optional(v.string(), ''),
  /** X gives an address only once its owner has confirmed it. */
  email: v.nullish(v.string()),
})

export function openTwitter({ consumerKey, consumerSecret, apiUrl }: TwitterConfig): Twitter {
  const oauth = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })

  async function send(call: { method: 'GET' | 'POST'; url: string; data?: object }, token?: Credentials) {
    const { method, url } = call
    const authorization = oauth.toHeader(oauth.authorize(call, token)).Authorization
    const answer = await fetch(url, {
      ...{ method, headers: { authorization }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
    }).catch((error: unknown) => {
      throw Object.assign(unreachable(), { cause: error })
    })
    const text = await answer.text().catch(() => '')
    if (answer.status >= 500 || answer.status === 429) throw unreachable()
    return { ok: answer.ok, text }
  }

  return {
    async begin(callbackUrl) {
      const data = { oauth_callback: callbackUrl }
      const answer = await send({ method: 'POST', url: `${apiUrl}/oauth/request_token`, data })
      const token = credentialsOf(answer.text)
      // A refusal here is about the keys of this site.
      if (!answer.ok || !token || !/(?:^|&)oauth_callback_confirmed=true(?:&|$)/.test(answer.text)) throw unreachable()
      return { url: `${apiUrl}/oauth/authenticate?${new URLSearchParams({ oauth_token: token.key })}`, token }
    },
    async finish(requested, verifier) {
      const data = { oauth_verifier: verifier }
      const answer = await send({ method: 'POST', url: `${apiUrl}/oauth/access_token`, data }, requested)
      const access = answer.ok ? credentialsOf(answer.text) : null
      if (!access) throw failedLogin()
      const query = new URLSearchParams({ include_email: 'true', include_entities: 'false', skip_status: 'true' })
      const url = `${apiUrl}/1.1/account/verify_credentials.json?${query}`
      const { ok, text } = await send({ method: 'GET', url }, access)
      if (!ok) throw failedLogin()
      return profileOf(text)
    },
  }
}

function credentialsOf(text: string): Credentials | null {
  const fields = new URLSearchParams(text)
  const [key, secret] = [fields.get('oauth_token'), fields.get('oauth_token_secret')]
  return key && secret ? { key, secret } : null
}

function profileOf(text: string): SocialProfile {
  const account = v.safeParse(v.pipe(v.string(), v.parseJson(), Account), text)
  if (!account.success) throw unreachable()
  const { id_str: subject, screen_name: handle, name, email } = account.output
  const address = email ? email.toLowerCase() : null
  return { provider: 'twitter', subject, email: address, isProven: address !== null, name, handle: handle || null }
}
