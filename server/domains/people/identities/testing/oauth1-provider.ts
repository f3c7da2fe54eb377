import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CONSUMER = { consumerKey: 'vesper-consumer', consumerSecret: 'consumer&secret' }

/** A person at the provider, as its API tells of them. */
export type OAuth1Person = { id_str: string; screen_name: string; name: string; email?: string | null }

/** A provider of OAuth 1.0a on a free port, with the calls of X. It checks signatures by itself, as RFC 5849 has them. */
export type OAuth1Provider = {
  apiUrl: string
  person: OAuth1Person
  isDown: boolean
  /** Agrees as the person would, and answers the address that the browser is led back to. */
  agree: (url: string) => Promise<URL>
  stop: () => Promise<void>
}

type Request = { secret: string; callback: string; verifier: string }

export async function startOAuth1Provider(person: OAuth1Person): Promise<OAuth1Provider> {
  const [requests, accesses] = [new Map<string, Request>(), new Map<string, string>()]
  const nonces = new Set<string>()
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', apiUrl)
    if (provider.isDown) return void response.writeHead(503).end()
    if (url.pathname === '/oauth/authenticate') return authenticate(url, response)
    const given = headerFields(request.headers.authorization)
    const token = given.get('oauth_token') ?? ''
    const secret = requests.get(token)?.secret ?? accesses.get(token) ?? ''
    if (!isSigned({ method: request.method ?? '', url, given, secret, nonces }))
      return void response.writeHead(401).end()
    if (url.pathname === '/oauth/request_token') return requestToken(given, response)
    if (url.pathname === '/oauth/access_token') return accessToken(given, response)
    if (url.pathname === '/1.1/account/verify_credentials.json' && accesses.has(token)) {
      const { email, ...known } = provider.person
      const body = { ...known, ...(url.searchParams.get('include_email') === 'true' ? { email: email ?? null } : {}) }
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    response.writeHead(404).end()
  }

  function requestToken(given: Map<string, string>, response: ServerResponse): void {
    const [key, secret] = [random(), random()]
    requests.set(key, { secret, callback: given.get('oauth_callback') ?? '', verifier: random() })
    form(response, { oauth_token: key, oauth_token_secret: secret, oauth_callback_confirmed: 'true' })
  }

  /** A page with one button; pressed, it leads back with a verifier. */
  function authenticate(url: URL, response: ServerResponse): void {
    const token = url.searchParams.get('oauth_token') ?? ''
    const request = requests.get(token)
    if (!request) return void response.writeHead(400).end()
    const back = new URL(request.callback)
    back.search = new URLSearchParams({ oauth_token: token, oauth_verifier: request.verifier }).toString()
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Provider</title><a href="${back.href.replaceAll('&', '&amp;')}">Agree</a>`)
  }

  function accessToken(given: Map<string, string>, response: ServerResponse): void {
    const token = given.get('oauth_token') ?? ''
    const request = requests.get(token)
    if (!request || request.verifier !== given.get('oauth_verifier')) return void response.writeHead(401).end()
    requests.delete(token)
    const [key, secret] = [random(), random()]
    accesses.set(key, secret)
    const { id_str: id, screen_name: name } = provider.person
    form(response, { oauth_token: key, oauth_token_secret: secret, user_id: id, screen_name: name })
  }

  const provider: OAuth1Provider = {
    ...{ apiUrl, person, isDown: false },
    async agree(url) {
      const address = /href="([^"]+)"/.exec(await (await fetch(url)).text())?.[1]
      if (!address) throw new Error('the provider refused')
      return new URL(address.replaceAll('&amp;', '&'))
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

type Signed = { method: string; url: URL; given: Map<string, string>; secret: string; nonces: Set<string> }

function isSigned({ method, url, given, secret, nonces }: Signed): boolean {
  const nonce = given.get('oauth_nonce') ?? ''
  const age = Math.abs(Date.now() / 1_000 - Number(given.get('oauth_timestamp')))
  if (given.get('oauth_consumer_key') !== CONSUMER.consumerKey || nonces.has(nonce) || !(age < 300)) return false
  nonces.add(nonce)
  const parameters = [...given, ...url.searchParams].filter(([name]) => !['oauth_signature', 'realm'].includes(name))
  const encoded = parameters.map(([name, value]) => [encode(name), encode(value)] as const)
  const sorted = encoded.toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
  const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  const base = [method.toUpperCase(), encode(url.origin + url.pathname), encode(text)].join('&')
  const key = `${encode(CONSUMER.consumerSecret)}&${encode(secret)}`
  return createHmac('sha1', key).update(base).digest('base64') === given.get('oauth_signature')
}

function headerFields(header = ''): Map<string, string> {
  const fields = header.matchAll(/(\w+)="([^"]*)"/g)
  return new Map([...fields].map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function form(response: ServerResponse, fields: Record<string, string>): void {
  response.setHeader('content-type', 'application/x-www-form-urlencoded').end(new URLSearchParams(fields).toString())
}

function random(): string {
  return randomBytes(12).toString('hex')
}
