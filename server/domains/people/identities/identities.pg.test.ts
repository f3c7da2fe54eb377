import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import { call, mailsTo, makeAccount, PASSWORD, tokenOf } from '../accounts/testing/api.ts'
import { Identity } from './entity.ts'
import { emailOf, emOf, logInByGoogle, logInByX, useSocialSite } from './testing/use-social-site.ts'

const site = useSocialSite()

describe('linked logins', () => {
  test('are listed for their owner and unlinked, but never the last way in', async () => {
    const token = String((await logInByGoogle(site)).body['token'])
    await logInByX(site)
    const listed = await call(site.server, 'GET /auth/users/me/identities', { token })
    expect(listed.body).toMatchObject({ total: 2, hasPassword: false })
    const [one = '', other = ''] = (listed.body['data'] as { _id: string }[]).map(({ _id }) => _id)
    const unlink = (id: string) => call(site.server, `DELETE /auth/users/me/identities/${id}`, { token })
    const statuses = (await Promise.all([unlink(one), unlink(other)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('may all go once there is a password, and are nobody else’s to unlink', async () => {
    const owner = await makeAccount(site.server, { username: `owner${site.count}`, email: emailOf(site) })
    await logInByGoogle(site)
    const token = await tokenOf(site.server, `owner${site.count}`)
    const { body } = await call(site.server, 'GET /auth/users/me/identities', { token })
    expect(body).toMatchObject({ hasPassword: true, data: [{ provider: 'google', label: emailOf(site) }] })
    const [{ _id } = { _id: '' }] = body['data'] as { _id: string }[]
    await makeAccount(site.server, { username: `stranger${site.count}` })
    const stranger = await tokenOf(site.server, `stranger${site.count}`)
    await call(site.server, `DELETE /auth/users/me/identities/${_id}`, { token: stranger })
    expect(await emOf(site).count(Identity, { userId: owner.id })).toBe(1)
    expect((await call(site.server, `DELETE /auth/users/me/identities/${_id}`, { token })).status).toBe(200)
    expect(await emOf(site).count(Identity, { userId: owner.id })).toBe(0)
  })

  test('a password set by mail is a way in of its own', async () => {
    const answer = await logInByGoogle(site)
    const { user } = answer.body as { user: { username: string } }
    const guess = await call(site.server, 'POST /auth/login', { body: { username: user.username, password: PASSWORD } })
    expect(guess.status).toBe(401)
    await call(site.server, 'POST /auth/users/forgot', { body: { email: emailOf(site) } })
    const link = /token=([\w-]+)/.exec((await mailsTo(site.server, emailOf(site)))[0]?.text ?? '')?.[1]
    await call(site.server, 'POST /auth/users/forgot', { body: { token: link, password: PASSWORD } })
    const token = await tokenOf(site.server, user.username)
    const { body } = await call(site.server, 'GET /auth/users/me/identities', { token })
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
  expect((await call(site.server, 'GET /settings/public')).body).toMatchObject({
    googleLogin: true,
    twitterLogin: true,
  })
})
