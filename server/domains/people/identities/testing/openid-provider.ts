import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'

export const CLIENT = { clientId: 'vesper-client', clientSecret: 'vesper-secret' }

/** A person at the provider. */
export type OpenIdPerson = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** A provider of OpenID Connect on a free port: discovery, keys, and the code flow with PKCE. */
export type OpenIdProvider = {
  issuer: string
  /** Who is signed in there. */
  person: OpenIdPerson
  /** Claims of the next ID tokens that differ from what they should be. */
  wrong: JWTPayload
  /** Signs the next ID tokens with a key that the provider does not publish. */
  signsWithForeignKey: boolean
  /** Answers 500 to everything. */
  isDown: boolean
  /** Agrees as the person would, and answers the address that the browser is led back to. */
  agree: (authorizationUrl: string) => Promise<URL>
  /** An ID token as the browser can get one by itself. */
  idToken: (claims?: JWTPayload) => Promise<string>
  stop: () => Promise<void>
}

type Grant = { challenge: string; redirectUri: string; nonce: string }

export async function startOpenIdProvider(person: OpenIdPerson): Promise<OpenIdProvider> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const key = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function sign(claims: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const all = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 600, ...provider.person, ...claims }
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(provider.signsWithForeignKey ? foreign.privateKey : own.privateKey)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    if (provider.isDown) return json(response, {}, 500)
    if (url.pathname === '/.well-known/openid-configuration') return json(response, metadata(issuer))
    if (url.pathname === '/jwks') return json(response, { keys: [key] })
    if (url.pathname === '/authorize') return authorize(url, response)
    if (url.pathname === '/token') return token(new URLSearchParams(await text(request)), request, response)
    return json(response, {}, 404)
  }

  /** A page with one button; pressed, it leads back with a code. */
  function authorize(url: URL, response: ServerResponse): void {
    const asked = url.searchParams
    const isComplete =
      asked.get('client_id') === CLIENT.clientId &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('scope')?.split(' ').includes('openid')
    const [challenge, redirectUri, nonce] = ['code_challenge', 'redirect_uri', 'nonce'].map((name) => asked.get(name))
    if (!isComplete || !challenge || !redirectUri || !nonce) return json(response, { error: 'invalid_request' }, 400)
    const code = randomBytes(16).toString('hex')
    grants.set(code, { challenge, redirectUri, nonce })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString()
    const away = new URL(redirectUri)
    away.search = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' }).toString()
    response.setHeader('content-type', 'text/html')
    response.end(
      `<title>Provider</title><a href="${back.href.replaceAll('&', '&amp;')}">Agree</a> <a href="${away.href.replaceAll('&', '&amp;')}">Refuse</a>`,
    )
  }

  async function token(form: URLSearchParams, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!knows(form, request)) return json(response, { error: 'invalid_client' }, 401)
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return json(response, { error: 'invalid_grant' }, 400)
    const idToken = await sign({ nonce: grant.nonce, ...provider.wrong })
    return json(response, { access_token: 'an access token', token_type: 'Bearer', expires_in: 600, id_token: idToken })
  }

  const provider: OpenIdProvider = {
    ...{ issuer, person, wrong: {}, signsWithForeignKey: false, isDown: false },
    async agree(authorizationUrl) {
      const page = await (await fetch(authorizationUrl)).text()
      const address = /href="([^"]+)">Agree/.exec(page)?.[1]
      if (!address) throw new Error(`the provider refused: ${page}`)
      return new URL(address.replaceAll('&amp;', '&'))
    },
    idToken: (claims = {}) => sign(claims),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

function metadata(issuer: string) {
  return {
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

function knows(form: URLSearchParams, request: IncomingMessage): boolean {
  const [id, secret] = request.headers.authorization?.startsWith('Basic ')
    ? Buffer.from(request.headers.authorization.slice(6), 'base64').toString().split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')]
  return id === CLIENT.clientId && secret === CLIENT.clientSecret && form.get('grant_type') === 'authorization_code'
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
