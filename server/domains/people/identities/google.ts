import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import * as client from 'openid-client'
import type { GoogleConfig } from '../../../config.ts'
import type { Flow } from './flow.ts'
import { failedLogin, unreachable } from './social-profile.ts'
import type { SocialProfile } from './social-profile.ts'

const TIMEOUT_S = 10
/** The provider's keys and addresses are read again after this time. */
const FRESH_MS = 3_600_000
const ALGORITHMS = ['RS256', 'ES256']

/** Login with Google by OpenID Connect: the code flow with PKCE, state and nonce. */
export type Google = {
  /** The address where the person agrees. */
  authorizationUrl: (flow: Flow) => Promise<string>
  /** Exchanges the code that the person came back with. Refuses one that does not belong to the flow. */
  exchange: (flow: Flow, answer: { code: string; iss: string | undefined }) => Promise<SocialProfile>
  /** Reads an ID token that the browser got by itself. */
  verify: (idToken: string, now: Date) => Promise<SocialProfile>
}

export function openGoogle({ clientId, clientSecret, issuer }: GoogleConfig): Google {
  const server = new URL(issuer)
  const insecure = server.protocol === 'http:' ? [client.allowInsecureRequests] : []
  let found: { at: number; parts: Promise<Parts> } | null = null

  /** A discovery that fails is tried again by the next login. */
  function discovered(): Promise<Parts> {
    if (found && performance.now() - found.at < FRESH_MS) return found.parts
    const mine = { at: performance.now(), parts: discover() }
    mine.parts.catch(() => {
      if (found === mine) found = null
    })
    found = mine
    return mine.parts
  }

  async function discover(): Promise<Parts> {
    const configuration = await client.discovery(server, clientId, clientSecret, undefined, {
      execute: [...insecure, client.enableNonRepudiationChecks],
      timeout: TIMEOUT_S,
    })
    const { jwks_uri: address, issuer: name } = configuration.serverMetadata()
    if (address === undefined) throw unreachable()
    return { configuration, issuer: name, keys: createRemoteJWKSet(new URL(address), { timeoutDuration: 10_000 }) }
  }

  return {
    authorizationUrl: (flow) =>
      asked(async () => {
        const { configuration } = await discovered()
        const parameters = {
          ...{ redirect_uri: flow.redirectUri, scope: 'openid email profile', prompt: 'select_account' },
          ...{ state: flow.state, nonce: flow.nonce },
          ...{ code_challenge: await client.calculatePKCECodeChallenge(flow.verifier), code_challenge_method: 'S256' },
        }
        return client.buildAuthorizationUrl(configuration, parameters).href
      }),
    exchange: (flow, { code, iss }) =>
      asked(async () => {
        const { configuration, issuer: name } = await discovered()
        const address = new URL(flow.redirectUri)
        address.search = new URLSearchParams({ code, state: flow.state, iss: iss ?? name }).toString()
        const checks = { pkceCodeVerifier: flow.verifier, expectedNonce: flow.nonce, expectedState: flow.state }
        const tokens = await client.authorizationCodeGrant(configuration, address, checks)
        return profileOf(tokens.claims())
      }),
    verify: (idToken, now) =>
      asked(async () => {
        const { keys, issuer: name } = await discovered()
        const { payload } = await jwtVerify(idToken, keys, {
          ...{ issuer: name, audience: clientId, algorithms: ALGORITHMS, currentDate: now },
          requiredClaims: ['sub', 'exp', 'iat'],
        })
        return profileOf(payload)
      }),
  }
}

type Parts = {
  configuration: client.Configuration
  issuer: string
  keys: ReturnType<typeof createRemoteJWKSet>
}

function profileOf(claims: JWTPayload | undefined): SocialProfile {
  const { sub: subject, email, email_verified: isProven, name } = claims ?? {}
  if (!subject) throw failedLogin()
  const address = typeof email === 'string' && email !== '' ? email.toLowerCase() : null
  return {
    ...{ provider: 'google', subject, email: address, handle: null },
    // Some issuers send it as text.
    isProven: address !== null && (isProven === true || isProven === 'true'),
    name: typeof name === 'string' ? name : '',
  }
}

async function asked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw refusalFor(error) ?? error
  }
}

/** Null for a fault of ours. */
function refusalFor(error: unknown): Error | null {
  if (error instanceof client.ResponseBodyError)
    return error.error === 'invalid_grant' ? failedLogin() : withCause(unreachable(), error)
  if (error instanceof client.AuthorizationResponseError) return failedLogin()
  if (error instanceof errors.JWKSTimeout || isLost(error)) return withCause(unreachable(), error)
  if (error instanceof errors.JOSEError) return failedLogin()
  if (error instanceof client.ClientError)
    return isUnreadable(error.code) ? withCause(unreachable(), error) : withCause(failedLogin(), error)
  return null
}

/** No answer came: `fetch` fails with a `TypeError`, and openid-client with a code of its own. */
function isLost(error: unknown): boolean {
  if (error instanceof client.ClientError) return error.code === 'OAUTH_TIMEOUT'
  return error instanceof TypeError && error.message === 'fetch failed'
}

function isUnreadable(code: string | undefined): boolean {
  return code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_TIMEOUT'
}

function withCause(refusal: Error, cause: unknown): Error {
  refusal.cause = cause
  return refusal
}
