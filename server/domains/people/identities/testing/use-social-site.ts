import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../accounts/testing/api.ts'
import type { ApiAnswer } from '../../accounts/testing/api.ts'
import { CONSUMER, startOAuth1Provider } from './oauth1-provider.ts'
import type { OAuth1Provider } from './oauth1-provider.ts'
import { CLIENT, startOpenIdProvider } from './openid-provider.ts'
import type { OpenIdProvider } from './openid-provider.ts'

/** A server with both providers. Before each test there is somebody new at both, who has one address. */
export type SocialSite = {
  server: TestServer
  google: OpenIdProvider
  x: OAuth1Provider
  /** How far the clock of the server is ahead. */
  elapsedMs: number
  /** The number of the person. */
  count: number
}

/** Runs a site for the tests of a file. */
export function useSocialSite(): SocialSite {
  const site = { elapsedMs: 0, count: 0 } as SocialSite
  beforeAll(async () => {
    site.google = await startOpenIdProvider({ sub: 'nobody' })
    site.x = await startOAuth1Provider({ id_str: '1', screen_name: 'nobody', name: 'Nobody' })
    site.server = await startTestServer({
      clock: () => new Date(Date.now() + site.elapsedMs),
      config: {
        google: { ...CLIENT, issuer: site.google.issuer },
        twitter: { ...CONSUMER, apiUrl: site.x.apiUrl },
      },
    })
  })
  afterAll(async () => {
    await site.server.stop()
    await site.google.stop()
    await site.x.stop()
  })
  beforeEach(() => {
    const { google, x } = site
    const n = (site.count += 1)
    site.elapsedMs = 0
    const email = emailOf(site)
    google.person = { sub: `google-${n}`, email, email_verified: true, name: `Person ${n}` }
    Object.assign(google, { wrong: {}, signsWithForeignKey: false, isDown: false })
    x.person = { id_str: `90${n}`, screen_name: `Person_${n}`, name: `Person ${n}`, email }
    x.isDown = false
  })
  return site
}

export function emailOf({ count }: SocialSite): string {
  return `person${count}@example.test`
}

export function emOf({ server }: SocialSite) {
  return server.app.orm.em.fork()
}

export function userIdIn({ body }: ApiAnswer): string {
  return (body as { user: { _id: string } }).user._id
}

export async function logInByGoogle(site: SocialSite, more: object = {}): Promise<ApiAnswer> {
  return (await beginByGoogle(site)).finish(more)
}

/** A flow after the person has agreed. While the provider is down, it was up until then. */
export async function beginByGoogle({ server, google }: SocialSite, { isDown = false } = {}) {
  google.isDown = false
  const redirectUri = `${server.app.config.publicUrl}/auth/callback/google`
  const start = await call(server, 'POST /auth/google/login', { body: { redirectUri } })
  const back = (await google.agree(String(start.body['url']))).searchParams
  google.isDown = isDown
  expect(back.get('state')).toBe(start.body['state'])
  const body = { code: back.get('code') ?? '', state: back.get('state') ?? '', redirectUri }
  const cookie = start.cookies.join('; ')
  const finish = (more: object = {}) => call(server, 'POST /auth/google/token', { body: { ...body, ...more }, cookie })
  return { body, finish }
}

export async function logInByX(site: SocialSite): Promise<ApiAnswer> {
  return (await beginByX(site)).finish()
}

/** A flow after the person has agreed. */
export async function beginByX({ server, x }: Pick<SocialSite, 'server' | 'x'>) {
  const callbackUrl = `${server.app.config.publicUrl}/auth/callback/twitter`
  const { body: start, cookies } = await call(server, 'POST /auth/twitter/login', { body: { callbackUrl } })
  const back = (await x.agree(String(start['url']))).searchParams
  const body = {
    oauthToken: String(start['oauthToken']),
    oauthTokenSecret: String(start['oauthTokenSecret']),
    oauthVerifier: back.get('oauth_verifier') ?? '',
  }
  expect(back.get('oauth_token')).toBe(body.oauthToken)
  const cookie = cookies.join('; ')
  const finish = (more: object = {}) =>
    call(server, 'POST /auth/twitter/callback', { body: { ...body, ...more }, cookie })
  return { body, finish }
}
