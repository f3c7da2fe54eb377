import { describe, expect, test } from 'vitest'
import { Session } from '../../../infra/sessions/entity.ts'
import { User } from '../accounts/entity.ts'
import { call, mailsTo, makeAccount, tokenOf } from '../accounts/testing/api.ts'
import type { ApiAnswer } from '../accounts/testing/api.ts'
import { Identity } from './entity.ts'
import { beginByGoogle, emailOf, emOf, logInByGoogle, userIdIn, useSocialSite } from './testing/use-social-site.ts'

const DAY_MS = 86_400_000

const site = useSocialSite()

describe('login with Google', () => {
  test('makes an account at the first login, and opens it at the next', async () => {
    const first = await logInByGoogle(site, { remember: true })
    expect(first).toMatchObject({
      status: 200,
      body: {
        user: {
          name: `Person ${site.count}`,
          email: emailOf(site),
          emailVerified: true,
          username: `person${site.count}`,
        },
      },
    })
    site.google.person.email = 'another@example.test'
    const again = await logInByGoogle(site)
    expect(userIdIn(again)).toBe(userIdIn(first))
    expect((await call(site.server, 'GET /users/me', { token: String(again.body['token']) })).status).toBe(200)
    const sessions = await emOf(site).find(Session, { userId: userIdIn(first) }, { orderBy: { createdAt: 'asc' } })
    expect(sessions.map(({ remember }) => remember)).toEqual([true, false])
  })

  test('logs in by an ID token that the browser got by itself, once', async () => {
    const body = { idToken: await site.google.idToken(), role: 'performer', remember: 'true' }
    const answer = await call(site.server, 'POST /auth/google/login', { body })
    // The role decides where the person goes on, and makes nobody a creator.
    expect(answer).toMatchObject({ status: 200, body: { user: { email: emailOf(site), isPerformer: false } } })
    expect((await call(site.server, 'POST /auth/google/login', { body })).status).toBe(401)
    // The last character of 256 bytes in base64 has four spare bits.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = digits.indexOf(body.idToken.at(-1) ?? '')
    for (const spelled of [last ^ 1, last ^ 8].map((index) => body.idToken.slice(0, -1) + digits[index])) {
      const again = await call(site.server, 'POST /auth/google/login', { body: { idToken: spelled } })
      expect(again.status).toBe(401)
    }
  })

  test.each([
    ['is for another client', { aud: 'another-client' }],
    ['has ended', { exp: Math.floor(Date.now() / 1_000) - 60, iat: Math.floor(Date.now() / 1_000) - 700 }],
    ['is of another issuer', { iss: 'https://another.example' }],
    ['names nobody', { sub: '' }],
  ])('refuses an ID token that %s', async (_, claims) => {
    const body = { idToken: await site.google.idToken(claims) }
    expect((await call(site.server, 'POST /auth/google/login', { body })).status).toBe(401)
    site.google.wrong = claims
    expect((await logInByGoogle(site)).status).toBe(401)
    expect(await emOf(site).count(User, { email: emailOf(site) })).toBe(0)
  })

  test('refuses an ID token with another nonce, or of another key', async () => {
    site.google.wrong = { nonce: 'of another login' }
    expect((await logInByGoogle(site)).status).toBe(401)
    site.google.wrong = {}
    site.google.signsWithForeignKey = true
    expect((await logInByGoogle(site)).status).toBe(401)
    const body = { idToken: await site.google.idToken() }
    expect((await call(site.server, 'POST /auth/google/login', { body })).status).toBe(401)
    expect(await emOf(site).count(User, { email: emailOf(site) })).toBe(0)
  })

  test('takes each state once, unchanged, for a day, and with its own code', async () => {
    const { body, finish } = await beginByGoogle(site)
    expect((await finish({ state: `${body.state.slice(0, -2)}AA` })).status).toBe(401)
    expect((await finish({ redirectUri: `${site.server.app.config.publicUrl}/elsewhere` })).status).toBe(401)
    const other = await beginByGoogle(site)
    expect((await finish({ code: other.body.code })).status).toBe(401)
    site.elapsedMs = DAY_MS + 1_000
    expect((await other.finish()).status).toBe(401)
    site.elapsedMs = 0
    const once = await beginByGoogle(site)
    const answers = await Promise.all(Array.from({ length: 8 }, () => once.finish()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(401)])
  })

  test('leads back to this site alone', async () => {
    for (const redirectUri of [
      'https://thief.example/auth/callback/google',
      'javascript:alert(1)',
      '//thief.example',
    ]) {
      const answer = await call(site.server, 'POST /auth/google/login', { body: { redirectUri } })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'redirectUri' }] } })
    }
  })

  test('says that the provider cannot be reached, and goes on when it can', async () => {
    site.google.isDown = true
    const { finish } = await beginByGoogle(site, { isDown: true })
    expect((await finish()).status).toBe(503)
    site.google.isDown = false
    expect((await logInByGoogle(site)).status).toBe(200)
  })
})

describe('an address that an account has', () => {
  test('is linked when both sides have proven it, and the owner is told', async () => {
    const owner = await makeAccount(site.server, { username: `owner${site.count}`, email: emailOf(site) })
    expect(userIdIn(await logInByGoogle(site))).toBe(owner.id)
    expect((await mailsTo(site.server, emailOf(site))).map(({ subject }) => subject)).toEqual([
      'You can log in with Google now',
    ])
    expect(userIdIn(await logInByGoogle(site))).toBe(owner.id)
    const subjects = (await mailsTo(site.server, emailOf(site))).map(({ subject }) => subject)
    // The second login is of another browser.
    expect(subjects).toEqual(['A new device logged in', 'You can log in with Google now'])
    expect((await tokenOf(site.server, `owner${site.count}`)).length).toBeGreaterThan(20)
  })

  test('is refused when the provider has not proven it, whether or not there is an account', async () => {
    site.google.person.email_verified = false
    const before = await logInByGoogle(site)
    await makeAccount(site.server, { username: `owner${site.count}`, email: emailOf(site) })
    const after = await logInByGoogle(site)
    expect([before.status, after.status]).toEqual([409, 409])
    expect(after.body['message']).toBe(before.body['message'])
    expect(await emOf(site).count(Identity, { subject: site.google.person.sub })).toBe(0)
  })

  test('is refused when the account has not proven it, and opens the account after a new password', async () => {
    const body = {
      email: emailOf(site),
      username: `squatter${site.count}`,
      name: 'Squatter',
      password: 'the squatters password',
    }
    expect((await call(site.server, 'POST /auth/users/register', { body })).status).toBe(201)
    const refused = await logInByGoogle(site)
    expect(refused).toMatchObject({ status: 409, body: { details: [{ path: 'forgotten', message: emailOf(site) }] } })
    expect(await emOf(site).count(Identity, { subject: site.google.person.sub })).toBe(0)
  })

  test('makes one account of logins that come at a time', async () => {
    const flows = await Promise.all(Array.from({ length: 6 }, () => beginByGoogle(site)))
    const answers = await Promise.all(flows.map(({ finish }) => finish()))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200))
    expect(new Set(answers.map(userIdIn)).size).toBe(1)
  })
})

test('a closed account stays closed, linked or about to be', async () => {
  const linked = userIdIn(await logInByGoogle(site))
  await emOf(site).nativeUpdate(User, { id: linked }, { status: 'deactivated' })
  expect((await logInByGoogle(site)).status).toBe(403)
  site.count += 1
  site.google.person = { sub: `google-${site.count}`, email: emailOf(site), email_verified: true, name: 'Closed' }
  const owner = await makeAccount(site.server, { username: `closed${site.count}`, email: emailOf(site) })
  await emOf(site).nativeUpdate(User, { id: owner.id }, { status: 'deactivated' })
  expect((await logInByGoogle(site)).status).toBe(403)
  expect(await emOf(site).count(Identity, { userId: owner.id })).toBe(0)
})

test('usernames of newcomers keep to the rules and to what is free', async () => {
  const names = ['admin', 'Åsa.Öberg', '..', `person.${'x'.repeat(60)}`, 'script.js', 'twice', 'twice']
  const made: string[] = []
  for (const [index, local] of names.entries()) {
    site.google.person = {
      sub: `name-${index}`,
      email: `${local}@d${index}.example.test`,
      email_verified: true,
      name: '',
    }
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

async function idTokenLogin(): Promise<ApiAnswer> {
  return call(site.server, 'POST /auth/google/login', { body: { idToken: await site.google.idToken() } })
}
