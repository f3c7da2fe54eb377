import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, mailsTo, makeAccount, tokenOf } from '../accounts/testing/api.ts'
import { Identity } from './entity.ts'
import { CONSUMER, startOAuth1Provider } from './testing/oauth1-provider.ts'
import type { OAuth1Provider } from './testing/oauth1-provider.ts'
import { CLIENT, startOpenIdProvider } from './testing/openid-provider.ts'
import type { OpenIdProvider } from './testing/openid-provider.ts'

type Provider = 'google' | 'twitter'

let server: TestServer
let google: OpenIdProvider
let x: OAuth1Provider
let count = 0
let userId: string
let token: string

beforeAll(async () => {
  google = await startOpenIdProvider({ sub: 'nobody' })
  x = await startOAuth1Provider({ id_str: '1', screen_name: 'nobody', name: 'Nobody' })
  const config = { google: { ...CLIENT, issuer: google.issuer }, twitter: { ...CONSUMER, apiUrl: x.apiUrl } }
  server = await startTestServer({ config })
})
afterAll(async () => {
  await server.stop()
  await google.stop()
  await x.stop()
})
beforeEach(async () => {
  count += 1
  // The address there is not that of the account: no login alone would link it.
  google.person = { sub: `google-${count}`, email: `there${count}@example.test`, email_verified: true, name: 'There' }
  x.person = { id_str: `90${count}`, screen_name: `There_${count}`, name: 'There', email: '' }
  userId = (await makeAccount(server, { username: `linker${count}` })).id
  token = await tokenOf(server, `linker${count}`)
})

/** Begins at a provider and agrees there; gives the calls that finish, and the cookie of the browser. */
async function begin(
  provider: Provider,
  { as = token, link = true }: { as?: string | undefined; link?: boolean } = {},
) {
  const back = `${new URL(server.app.config.publicUrl).origin}/auth/callback/${provider}`
  if (provider === 'google') {
    const start = await call(server, 'POST /auth/google/login', { token: as, body: { redirectUri: back, link } })
    const { searchParams } = await google.agree(String(start.body['url']))
    const body = { code: searchParams.get('code'), state: searchParams.get('state'), redirectUri: back }
    return { start, body, cookie: start.cookies.join('; '), login: 'POST /auth/google/token' as const }
  }
  const start = await call(server, 'POST /auth/twitter/login', { token: as, body: { callbackUrl: back, link } })
  const { url, ...kept } = start.body
  const { searchParams } = await x.agree(String(url))
  const body = { ...kept, oauthVerifier: searchParams.get('oauth_verifier') }
  return { start, body, cookie: start.cookies.join('; '), login: 'POST /auth/twitter/callback' as const }
}

const linkPath = (provider: Provider) => `POST /auth/users/me/identities/${provider}` as const
const linked = () => server.app.orm.em.fork().count(Identity, { userId })

test.each(['google', 'twitter'] as const)(
  'an account links %s, is told by mail, and logs in with it',
  async (provider) => {
    const { body, cookie } = await begin(provider)
    const answer = await call(server, linkPath(provider), { token, body, cookie })
    expect(answer).toMatchObject({ status: 200, body: { total: 1, hasPassword: true, data: [{ provider }] } })
    expect((await mailsTo(server, `linker${count}@example.test`))[0]?.text).toMatch(/linked to your account/)
    // The cookie is used up with the flow.
    expect(answer.cookies).toEqual([`vesper-login-${provider}=`])
    const login = await begin(provider, { link: false, as: undefined })
    const entered = await call(server, login.login, { body: login.body, cookie: login.cookie })
    expect(entered.body['user']).toMatchObject({ _id: userId })
  },
)

test.each(['google', 'twitter'] as const)(
  'a flow with %s ends in the browser that began it alone',
  async (provider) => {
    const theirs = await begin(provider, { link: false, as: undefined })
    const mine = await begin(provider, { link: false, as: undefined })
    for (const cookie of [undefined, mine.cookie])
      expect((await call(server, theirs.login, { body: theirs.body, ...(cookie && { cookie }) })).status).toBe(401)
    expect((await call(server, theirs.login, { body: theirs.body, cookie: theirs.cookie })).status).toBe(200)
  },
)

test.each(['google', 'twitter'] as const)(
  'a flow with %s does what it was begun for, for whom it was',
  async (provider) => {
    const link = await begin(provider)
    expect((await call(server, link.login, { body: link.body, cookie: link.cookie })).status).toBe(401)
    const login = await begin(provider, { link: false })
    const { body, cookie } = login
    // A refusal must not look like the end of the session.
    expect((await call(server, linkPath(provider), { token, body, cookie })).status).toBe(400)
    await makeAccount(server, { username: `other${provider}${count}` })
    const other = await tokenOf(server, `other${provider}${count}`)
    const ofOther = { token: other, body: link.body, cookie: link.cookie }
    expect((await call(server, linkPath(provider), ofOther)).status).toBe(400)
    expect(await server.app.orm.em.fork().count(Identity, { label: { $like: '%there%' }, userId })).toBe(0)
  },
)

test('a link needs an account to link to', async () => {
  const body = { redirectUri: `${server.app.config.publicUrl}/auth/callback/google`, link: true }
  expect((await call(server, 'POST /auth/google/login', { body })).status).toBe(401)
})

test('a login that opens another account is refused, and linking the own one again changes nothing', async () => {
  const first = await begin('google')
  await call(server, linkPath('google'), { token, body: first.body, cookie: first.cookie })
  const again = await begin('google')
  const answer = await call(server, linkPath('google'), { token, body: again.body, cookie: again.cookie })
  expect([answer.status, await linked()]).toEqual([200, 1])
  await makeAccount(server, { username: `second${count}` })
  const second = await tokenOf(server, `second${count}`)
  const taken = await begin('google', { as: second })
  const refused = await call(server, linkPath('google'), { token: second, body: taken.body, cookie: taken.cookie })
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/another account/) as string } })
})

test('two accounts that link one login at the same time are not both linked', async () => {
  await makeAccount(server, { username: `rival${count}` })
  const rival = await tokenOf(server, `rival${count}`)
  const flows = [
    { token, ...(await begin('google')) },
    { token: rival, ...(await begin('google', { as: rival })) },
  ]
  const answers = await Promise.all(
    flows.map(({ token: of, body, cookie }) => call(server, linkPath('google'), { token: of, body, cookie })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test.each(['google', 'twitter'] as const)(
  'a session that logged in half an hour ago cannot link a login of %s, neither begin nor finish, and a younger one can',
  async (provider) => {
    const age = (seconds: number) =>
      server.app.orm.em
        .fork()
        .execute('update session set created_at = ? where user_id = ?', [
          new Date(Date.now() - seconds * 1_000),
          userId,
        ])
    const { body, cookie } = await begin(provider)
    await age(30 * 60)
    const refused = { status: 403, body: { details: [{ path: 'freshLogin' }] } }
    expect(await call(server, linkPath(provider), { token, body, cookie })).toMatchObject(refused)
    const path = `POST /auth/${provider}/login` as const
    const address = `${new URL(server.app.config.publicUrl).origin}/auth/callback/${provider}`
    const wish = provider === 'google' ? { redirectUri: address } : { callbackUrl: address }
    expect(await call(server, path, { token, body: { ...wish, link: true } })).toMatchObject(refused)
    expect(await linked()).toBe(0)
    await age(30 * 60 - 20)
    expect((await call(server, linkPath(provider), { token, body, cookie })).status).toBe(200)
    expect(await linked()).toBe(1)
  },
)
