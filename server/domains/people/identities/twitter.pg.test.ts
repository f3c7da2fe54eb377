import { describe, expect, test } from 'vitest'
import { call } from '../accounts/testing/api.ts'
import { beginByX, emailOf, logInByGoogle, logInByX, userIdIn, useSocialSite } from './testing/use-social-site.ts'

const DAY_MS = 86_400_000

const site = useSocialSite()

describe('login with X', () => {
  test('makes an account, opens it again, and links a proven address', async () => {
    const first = await logInByX(site)
    expect(first).toMatchObject({
      status: 200,
      body: { user: { username: `person_${site.count}`, email: emailOf(site) } },
    })
    expect(userIdIn(await logInByX(site))).toBe(userIdIn(first))
    // The same person comes by Google: both have proven the address.
    expect(userIdIn(await logInByGoogle(site))).toBe(userIdIn(first))
  })

  test('makes an account without an address where X gives none', async () => {
    site.x.person.email = null
    expect((await logInByX(site)).body['user']).toMatchObject({ email: null, emailVerified: false })
  })

  test('refuses a verifier or a secret of another login, and each token the second time', async () => {
    const [one, other] = [await beginByX(site), await beginByX(site)]
    expect((await one.finish({ oauthTokenSecret: other.body.oauthTokenSecret })).status).toBe(401)
    expect((await one.finish({ oauthTokenSecret: 'made up' })).status).toBe(401)
    expect((await one.finish({ oauthVerifier: other.body.oauthVerifier })).status).toBe(401)
    expect((await one.finish()).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 6 }, () => other.finish()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('keeps the secret of the token from the browser, and ends after a day', async () => {
    const { body, finish } = await beginByX(site)
    expect(body.oauthTokenSecret).toMatch(/^[\w-]+(\.[\w-]+){6}$/)
    site.elapsedMs = DAY_MS + 1_000
    expect((await finish()).status).toBe(401)
  })

  test('leads back to this site alone, and says when X cannot be reached', async () => {
    const login = (callbackUrl: string) => call(site.server, 'POST /auth/twitter/login', { body: { callbackUrl } })
    expect((await login('https://thief.example/')).status).toBe(400)
    site.x.isDown = true
    expect((await login(`${site.server.app.config.publicUrl}/auth/callback/twitter`)).status).toBe(503)
  })
})
