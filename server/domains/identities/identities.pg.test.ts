import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Session } from '../../infra/sessions/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { User } from '../accounts/entity.ts'
import { call, mailsTo, makeAccount, PASSWORD, tokenOf } from '../accounts/testing/api.ts'
import type { ApiAnswer } from '../accounts/testing/api.ts'
import { Identity } from './entity.ts'
import { CONSUMER, startOAuth1Provider } from './testing/oauth1-provider.ts'
import type { OAuth1Provider } from './testing/oauth1-provider.ts'
import { CLIENT, startOpenIdProvider } from './testing/openid-provider.ts'
import type { OpenIdProvider } from './testing/openid-provider.ts'

const DAY_MS = 86_400_000

let server: TestServer
let google: OpenIdProvider
let x: OAuth1Provider
let elapsedMs = 0
let count = 0

beforeAll(async () => {
  google = await startOpenIdProvider({ sub: 'nobody' })
  x = await startOAuth1Provider({ id_str: '1', screen_name: 'nobody', name: 'Nobody' })
  server = await startTestServer({
    clock: () => new Date(Date.now() + elapsedMs),
    config: {
      google: { ...CLIENT, issuer: google.issuer },
      twitter: { ...CONSUMER, apiUrl: x.apiUrl },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await google.stop()
  await x.stop()
})
beforeEach(() => {
  count += 1
  elapsedMs = 0
  const email = `person${count}@example.test`
  google.person = { sub: `google-${count}`, email, email_verified: true, name: `Person ${count}` }
  Object.assign(google, { wrong: {}, signsWithForeignKey: false, isDown: false })
  x.person = { id_str: `90${count}`, screen_name: `Person_${count}`, name: `Person ${count}`, email }
  x.isDown = false
})

describe('login with Google', () => {
  test('makes an account at the first login, and opens it at the next', async () => {
    const first = await logIn({ remember: true })
    expect(first).toMatchObject({
      status: 200,
      body: { user: { name: `Person ${count}`, email: email(), emailVerified: true, username: `person${count}` } },
    })
    google.person.email = 'another@example.test'
    const again = await logIn()
    expect(userId(again)).toBe(userId(first))
    expect((await call(server, 'GET /users/me', { token: String(again.body['token']) })).status).toBe(200)
    const sessions = await em().find(Session, { userId: userId(first) }, { orderBy: { createdAt: 'asc' } })
    expect(sessions.map(({ remember }) => remember)).toEqual([true, false])
  })

  test('logs in by an ID token that the browser got by itself, once', async () => {
    const body = { idToken: await google.idToken(), role: 'performer', remember: 'true' }
    const answer = await call(server, 'POST /auth/google/login', { body })
    // The role decides where the person goes on, and makes nobody a creator.
    expect(answer).toMatchObject({ status: 200, body: { user: { email: email(), isPerformer: false } } })
    expect((await call(server, 'POST /auth/google/login', { body })).status).toBe(401)
    // The last character of 256 bytes in base64 has four spare bits.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = digits.indexOf(body.idToken.at(-1) ?? '')
    for (const spelled of [last ^ 1, last ^ 8].map((index) => body.idToken.slice(0, -1) + digits[index])) {
      const again = await call(server, 'POST /auth/google/login', { body: { idToken: spelled } })
      expect(again.status).toBe(401)
    }
  })

  test.each([
    ['is for another client', { aud: 'another-client' }],
    ['has ended', { exp: Math.floor(Date.now() / 1_000) - 60, iat: Math.floor(Date.now() / 1_000) - 700 }],
    ['is of another issuer', { iss: 'https://another.example' }],
    ['names nobody', { sub: '' }],
  ])('refuses an ID token that %s', async (_, claims) => {
    const body = { idToken: await google.idToken(claims) }
    expect((await call(server, 'POST /auth/google/login', { body })).status).toBe(401)
    google.wrong = claims
    expect((await logIn()).status).toBe(401)
    expect(await em().count(User, { email: email() })).toBe(0)
  })

  test('refuses an ID token with another nonce, or of another key', async () => {
    google.wrong = { nonce: 'of another login' }
    expect((await logIn()).status).toBe(401)
    google.wrong = {}
    google.signsWithForeignKey = true
    expect((await logIn()).status).toBe(401)
    const body = { idToken: await google.idToken() }
    expect((await call(server, 'POST /auth/google/login', { body })).status).toBe(401)
    expect(await em().count(User, { email: email() })).toBe(0)
  })

  test('takes each state once, unchanged, for a day, and with its own code', async () => {
    const { body, finish } = await begun()
    expect((await finish({ state: `${body.state.slice(0, -2)}AA` })).status).toBe(401)
    expect((await finish({ redirectUri: `${origin()}/elsewhere` })).status).toBe(401)
    const other = await begun()
    expect((await finish({ code: other.body.code })).status).toBe(401)
    elapsedMs = DAY_MS + 1_000
    expect((await other.finish()).status).toBe(401)
    elapsedMs = 0
    const once = await begun()
    const answers = await Promise.all(Array.from({ length: 8 }, () => once.finish()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(401)])
  })

  test('leads back to this site alone', async () => {
    for (const redirectUri of [
      'https://thief.example/auth/callback/google',
      'javascript:alert(1)',
      '//thief.example',
    ]) {
      const answer = await call(server, 'POST /auth/google/login', { body: { redirectUri } })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'redirectUri' }] } })
    }
  })

  test('says that the provider cannot be reached, and goes on when it can', async () => {
    google.isDown = true
    const { finish } = await begun({ isDown: true })
    expect((await finish()).status).toBe(503)
    google.isDown = false
    expect((await logIn()).status).toBe(200)
  })
})

describe('an address that an account has', () => {
  test('is linked when both sides have proven it, and the owner is told', async () => {
    const owner = await makeAccount(server, { username: `owner${count}`, email: email() })
    expect(userId(await logIn())).toBe(owner.id)
    expect((await mailsTo(server, email())).map(({ subject }) => subject)).toEqual(['You can log in with Google now'])
    expect(userId(await logIn())).toBe(owner.id)
    expect(await mailsTo(server, email())).toHaveLength(1)
    expect((await tokenOf(server, `owner${count}`)).length).toBeGreaterThan(20)
  })

  test('is refused when the provider has not proven it, whether or not there is an account', async () => {
    google.person.email_verified = false
    const before = await logIn()
    await makeAccount(server, { username: `owner${count}`, email: email() })
    const after = await logIn()
    expect([before.status, after.status]).toEqual([409, 409])
    expect(after.body['message']).toBe(before.body['message'])
    expect(await em().count(Identity, { subject: google.person.sub })).toBe(0)
  })

  test('is refused when the account has not proven it, and opens the account after a new password', async () => {
    const body = { email: email(), username: `squatter${count}`, name: 'Squatter', password: 'the squatters password' }
    expect((await call(server, 'POST /auth/users/register', { body })).status).toBe(201)
    const refused = await logIn()
    expect(refused).toMatchObject({ status: 409, body: { details: [{ path: 'forgotten', message: email() }] } })
    expect(await em().count(Identity, { subject: google.person.sub })).toBe(0)
  })

  test('makes one account of logins that come at a time', async () => {
    const flows = await Promise.all(Array.from({ length: 6 }, () => begun()))
    const answers = await Promise.all(flows.map(({ finish }) => finish()))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200))
    expect(new Set(answers.map(userId)).size).toBe(1)
  })
})

test('a closed account stays closed, linked or about to be', async () => {
  const linked = userId(await logIn())
  await em().nativeUpdate(User, { id: linked }, { status: 'suspended' })
  expect((await logIn()).status).toBe(403)
  count += 1
  google.person = { sub: `google-${count}`, email: email(), email_verified: true, name: 'Closed' }
  const owner = await makeAccount(server, { username: `closed${count}`, email: email() })
  await em().nativeUpdate(User, { id: owner.id }, { status: 'suspended' })
  expect((await logIn()).status).toBe(403)
  expect(await em().count(Identity, { userId: owner.id })).toBe(0)
})

test('usernames of newcomers keep to the rules and to what is free', async () => {
  const names = ['admin', 'Åsa.Öberg', '..', `person.${'x'.repeat(60)}`, 'script.js', 'twice', 'twice']
  const made: string[] = []
  for (const [index, local] of names.entries()) {
    google.person = { sub: `name-${index}`, email: `${local}@d${index}.example.test`, email_verified: true, name: '' }
    const { user } = (await idTokenLogin()).body as { user: { username: string } }
    made.push(user.username)
  }
  expect(made).toEqual([
    expect.stringMatching(/^member\d+$/),
    'asa.oberg',
    expect.stringMatching(/^member\d+$/),
    `person.${'x'.repeat(15)}`,
    expect.stringMatching(/^member\d+$/),
    'twice',
    expect.stringMatching(/^twice\d{4,}$/),
  ])
})

describe('login with X', () => {
  test('makes an account, opens it again, and links a proven address', async () => {
    const first = await logInByX()
    expect(first).toMatchObject({ status: 200, body: { user: { username: `person_${count}`, email: email() } } })
    expect(userId(await logInByX())).toBe(userId(first))
    // The same person comes by Google: both have proven the address.
    expect(userId(await logIn())).toBe(userId(first))
  })

  test('makes an account without an address where X gives none', async () => {
    x.person.email = null
    expect((await logInByX()).body['user']).toMatchObject({ email: null, emailVerified: false })
  })

  test('refuses a verifier or a secret of another login, and each token the second time', async () => {
    const [one, other] = [await begunByX(), await begunByX()]
    expect((await one.finish({ oauthTokenSecret: other.body.oauthTokenSecret })).status).toBe(401)
    expect((await one.finish({ oauthTokenSecret: 'made up' })).status).toBe(401)
    expect((await one.finish({ oauthVerifier: other.body.oauthVerifier })).status).toBe(401)
    expect((await one.finish()).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 6 }, () => other.finish()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('keeps the secret of the token from the browser, and ends after a day', async () => {
    const { body, finish } = await begunByX()
    expect(body.oauthTokenSecret).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/)
    elapsedMs = DAY_MS + 1_000
    expect((await finish()).status).toBe(401)
  })

  test('leads back to this site alone, and says when X cannot be reached', async () => {
    const login = (callbackUrl: string) => call(server, 'POST /auth/twitter/login', { body: { callbackUrl } })
    expect((await login('https://thief.example/')).status).toBe(400)
    x.isDown = true
    expect((await login(`${origin()}/auth/callback/twitter`)).status).toBe(503)
  })
})

describe('linked logins', () => {
  test('are listed for their owner and unlinked, but never the last way in', async () => {
    const token = String((await logIn()).body['token'])
    await logInByX()
    const listed = await call(server, 'GET /auth/users/me/identities', { token })
    expect(listed.body).toMatchObject({ total: 2, hasPassword: false })
    const [one = '', other = ''] = (listed.body['data'] as { _id: string }[]).map(({ _id }) => _id)
    const unlink = (id: string) => call(server, `DELETE /auth/users/me/identities/${id}`, { token })
    const statuses = (await Promise.all([unlink(one), unlink(other)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('may all go once there is a password, and are nobody else’s to unlink', async () => {
    const owner = await makeAccount(server, { username: `owner${count}`, email: email() })
    await logIn()
    const token = await tokenOf(server, `owner${count}`)
    const { body } = await call(server, 'GET /auth/users/me/identities', { token })
    expect(body).toMatchObject({ hasPassword: true, data: [{ provider: 'google', label: email() }] })
    const [{ _id } = { _id: '' }] = body['data'] as { _id: string }[]
    await makeAccount(server, { username: `stranger${count}` })
    const stranger = await tokenOf(server, `stranger${count}`)
    await call(server, `DELETE /auth/users/me/identities/${_id}`, { token: stranger })
    expect(await em().count(Identity, { userId: owner.id })).toBe(1)
    expect((await call(server, `DELETE /auth/users/me/identities/${_id}`, { token })).status).toBe(200)
    expect(await em().count(Identity, { userId: owner.id })).toBe(0)
  })

  test('a password set by mail is a way in of its own', async () => {
    const answer = await logIn()
    const { user } = answer.body as { user: { username: string } }
    const guess = await call(server, 'POST /auth/login', { body: { username: user.username, password: PASSWORD } })
    expect(guess.status).toBe(401)
    await call(server, 'POST /auth/users/forgot', { body: { email: email() } })
    const link = /token=([\w-]+)/.exec((await mailsTo(server, email()))[0]?.text ?? '')?.[1]
    await call(server, 'POST /auth/users/forgot', { body: { token: link, password: PASSWORD } })
    const token = await tokenOf(server, user.username)
    const { body } = await call(server, 'GET /auth/users/me/identities', { token })
    expect(body).toMatchObject({ hasPassword: true })
  })
})

test('a site without these logins says so', async () => {
  const plain = await startTestServer()
  try {
    expect((await call(plain, 'GET /settings/public')).body).toMatchObject({ googleLogin: false, twitterLogin: false })
    const calls = [
      ['POST /auth/google/login', { redirectUri: `${plain.app.config.publicUrl}/` }],
      ['POST /auth/google/token', { code: 'x', state: 'x', redirectUri: 'x' }],
      ['POST /auth/twitter/login', { callbackUrl: `${plain.app.config.publicUrl}/` }],
      ['POST /auth/twitter/callback', { oauthToken: 'x', oauthTokenSecret: 'x', oauthVerifier: 'x' }],
    ] as const
    for (const [target, body] of calls) expect((await call(plain, target, { body })).status).toBe(503)
  } finally {
    await plain.stop()
  }
  expect((await call(server, 'GET /settings/public')).body).toMatchObject({ googleLogin: true, twitterLogin: true })
})

function em() {
  return server.app.orm.em.fork()
}

function origin(): string {
  return server.app.config.publicUrl
}

function email(): string {
  return `person${count}@example.test`
}

function userId({ body }: ApiAnswer): string {
  return (body as { user: { _id: string } }).user._id
}

async function idTokenLogin(): Promise<ApiAnswer> {
  return call(server, 'POST /auth/google/login', { body: { idToken: await google.idToken() } })
}

async function logIn(more: object = {}): Promise<ApiAnswer> {
  return (await begun()).finish(more)
}

/** A flow after the person has agreed. While the provider is down, it was up until then. */
async function begun({ isDown = false } = {}) {
  google.isDown = false
  const redirectUri = `${origin()}/auth/callback/google`
  const start = await call(server, 'POST /auth/google/login', { body: { redirectUri } })
  const back = (await google.agree(String(start.body['url']))).searchParams
  google.isDown = isDown
  expect(back.get('state')).toBe(start.body['state'])
  const body = { code: back.get('code') ?? '', state: back.get('state') ?? '', redirectUri }
  return {
    body,
    cookie: start.cookies.join('; '),
    finish: (more: object = {}, cookie = start.cookies.join('; ')) =>
      call(server, 'POST /auth/google/token', { body: { ...body, ...more }, cookie }),
  }
}

async function logInByX(): Promise<ApiAnswer> {
  return (await begunByX()).finish()
}

async function begunByX() {
  const callbackUrl = `${origin()}/auth/callback/twitter`
  const { body: start, cookies } = await call(server, 'POST /auth/twitter/login', { body: { callbackUrl } })
  const back = (await x.agree(String(start['url']))).searchParams
  const body = {
    oauthToken: String(start['oauthToken']),
    oauthTokenSecret: String(start['oauthTokenSecret']),
    oauthVerifier: back.get('oauth_verifier') ?? '',
  }
  expect(back.get('oauth_token')).toBe(body.oauthToken)
  return {
    body,
    cookie: cookies.join('; '),
    finish: (more: object = {}, cookie = cookies.join('; ')) =>
      call(server, 'POST /auth/twitter/callback', { body: { ...body, ...more }, cookie }),
  }
}
