import { createHash, createHmac, randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import type { App } from '../../../app.ts'
import { deriveRing } from '../../../infra/crypto/key-ring.ts'
import type { KeyRing } from '../../../infra/crypto/key-ring.ts'
import { inSeconds, keyNamedBy, readToken, signToken } from '../../../infra/crypto/sign-token.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Cookie } from '../../../infra/http/route.ts'
import { SpentFlow } from './entity.ts'
import { failedLogin } from './social-profile.ts'
import type { Credentials } from './twitter.ts'

/*
 * A login at another site leaves the app and comes back. The server keeps nothing of it until then: `state` is signed and
 * says which flow it is, and what PKCE and the ID token are checked against is derived from it. The browser that begins a
 * flow gets a cookie, and only this browser can finish it: a link never leads anybody into a login that somebody else
 * began. The cookie also says whether the flow logs in or links, and to which account. Each flow works once.
 */

const ISSUER = 'vesper-login'
const LIFETIME_S = 86_400
const COOKIE_PATH = '/api/auth'

/** `login`, or the id of the account that the login is linked to. */
type Purpose = 'login' | { linkTo: string }

/** The cookie by which the browser that began a flow is known. `id`: `state` of Google, the token of X. */
export function flowCookie(provider: SocialProvider, id: string, purpose: Purpose): Cookie {
  return { name: cookieName(provider), value: cookieValue(id, purpose), path: COOKIE_PATH, maxAgeSeconds: LIFETIME_S }
}

type Browser = { cookie: (name: string) => string | undefined; setCookie: (cookie: Cookie) => void }

/** Refuses a flow that this browser did not begin for this purpose. The cookie is used up either way. */
export function requireBegun({ cookie, setCookie }: Browser, { provider, id, purpose }: BegunFlow): void {
  setCookie({ name: cookieName(provider), value: '', path: COOKIE_PATH, maxAgeSeconds: 0 })
  if (cookie(cookieName(provider)) !== cookieValue(id, purpose)) throw failedLogin()
}

type BegunFlow = { provider: SocialProvider; id: string; purpose: Purpose }

function cookieName(provider: SocialProvider): string {
  return `vesper-login-${provider}`
}

function cookieValue(id: string, purpose: Purpose): string {
  const use = purpose === 'login' ? purpose : `link ${purpose.linkTo}`
  return createHash('sha256').update(`${use} ${id}`).digest('base64url')
}

/** A login at Google that is under way. */
export type Flow = { state: string; redirectUri: string; nonce: string; verifier: string }

/** Begins a flow that leads back to `redirectUri`, an address of this app. */
export function beginFlow(app: App, redirectUri: string): Flow {
  requireOwnAddress(app, redirectUri, 'redirectUri')
  const claims = { redirectUri, iss: ISSUER, jti: randomUUID(), exp: inSeconds(endOf(app.clock())) }
  const state = signToken(keysFor(app, 'state'), claims)
  return { state, redirectUri, ...derived(app, state) }
}

/** The flow of a `state` that this server signed. Refuses one that has ended, or that began at another address. */
export function resumeFlow(app: App, { state, redirectUri }: { state: string; redirectUri: string }): Flow {
  const claims = readToken(keysFor(app, 'state'), state, { issuer: ISSUER, now: app.clock() })
  if (claims?.['jti'] === undefined || claims['redirectUri'] !== redirectUri) throw failedLogin()
  return { state, redirectUri, ...derived(app, state) }
}

/** Seals the secret of a token of X with its end: the browser keeps it, and cannot use it anywhere else. */
export function sealToken(app: App, { key, secret }: Credentials): string {
  const text = JSON.stringify({ secret, endsAt: endOf(app.clock()).getTime() })
  return app.sealer.seal(text, sealedFor(key))
}

/** Opens what `sealToken` sealed for this token. Refuses one that was changed, or has ended. */
export function openToken(app: App, { key, sealed }: { key: string; sealed: string }): Credentials {
  const { secret, endsAt } = opened(app, sealed, key)
  if (endsAt < app.clock().getTime()) throw failedLogin()
  return { key, secret }
}

/**
 * Uses a flow or a signed token up, by the text that makes it the only one. Refuses one that was used before. The
 * signature of a token does not count: base64 spells the same bytes in several ways.
 */
export async function spendFlow(app: App, id: string): Promise<void> {
  const [header = '', payload = ''] = id.split('.')
  await transact(app, null, async ({ em, now }) => {
    await em.nativeDelete(SpentFlow, { expiresAt: { $lt: now } })
    const idHash = createHash('sha256').update(`${header}.${payload}`).digest('hex')
    const insert = 'insert into spent_flow (id_hash, expires_at) values (?, ?) on conflict do nothing returning id_hash'
    const rows = await em.execute<unknown[]>(insert, [idHash, endOf(now)])
    if (rows.length === 0) throw failedLogin()
  })
}

/** Refuses an address outside of this app: the provider would hand the login to another site. */
export function requireOwnAddress(app: App, address: string, field: 'redirectUri' | 'callbackUrl'): void {
  const url = URL.parse(address)
  const own = new URL(app.config.publicUrl)
  if (url && url.origin === own.origin && url.hash === '' && url.username === '' && url.password === '') return
  const message = 'A login leads back to an address of this site only.'
  throw new Refusal('invalid', message, [{ path: field, message }])
}

function opened(app: App, sealed: string, key: string): { secret: string; endsAt: number } {
  try {
    return JSON.parse(app.sealer.open(sealed, sealedFor(key))) as { secret: string; endsAt: number }
  } catch (error) {
    throw Object.assign(failedLogin(), { cause: error })
  }
}

function sealedFor(key: string): string {
  return `x-token:${key}`
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + LIFETIME_S * 1_000)
}

function derived(app: App, state: string): Pick<Flow, 'nonce' | 'verifier'> {
  const of = (use: 'nonce' | 'verifier') => {
    // A flow goes on with the key that it began with.
    const { secret } = keyNamedBy(keysFor(app, use), state)
    return createHmac('sha256', secret).update(state).digest('base64url')
  }
  return { nonce: of('nonce'), verifier: of('verifier') }
}

/** Keys of their own for each use: no other signature of the app passes for one of these. */
function keysFor({ secret }: App, use: 'state' | 'nonce' | 'verifier'): KeyRing {
  return deriveRing(secret, `social-login-${use}`)
}
