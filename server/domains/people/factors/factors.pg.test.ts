import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { User } from '../accounts/entity.ts'
import { call, linkToken, mailsTo, makeAccount, PASSWORD } from '../accounts/testing/api.ts'
import { StaffRole } from '../staff/entity.ts'
import { Challenge, RecoveryCode, Totp } from './entity.ts'
import { hasFactor } from './queries.ts'
import { addFactor, elevate } from './testing/add-factor.ts'

const ENDED = 'That code has ended or was used. Take the next one.'

let server: TestServer
let now = new Date()
let user: User
let person: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
beforeEach(async () => {
  now = new Date('2026-12-01T12:00:00.000Z')
  count += 1
  user = await makeAccount(server, { username: `factors${count}` })
  person = await signIn(server, user)
})
afterAll(() => server.stop())

const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))
const login = () => call(server, 'POST /auth/login', { body: { username: user.username, password: PASSWORD } })
const detail = (body: Record<string, unknown>, path: string) =>
  (body['details'] as { path: string; message: string }[] | undefined)?.find((one) => one.path === path)?.message
const answer = (challengeId: unknown, given: object) =>
  call(server, 'POST /auth/second-factor', { body: { challengeId, ...given } })

describe('an authenticator app', () => {
  test('is asked for at each login, once a code has confirmed it', async () => {
    await elevate(server, person.actor.sessionId)
    const { body: proposed } = await call(server, 'POST /auth/totp', { token: person.token })
    expect(proposed['address']).toMatch(/^otpauth:\/\/totp\//)
    expect((await login()).status).toBe(200)
    const { codeAt } = await import('./totp.ts')
    const wrong = await call(server, 'POST /auth/totp/confirm', { token: person.token, body: { code: '000000' } })
    expect(wrong.status).toBe(400)
    const code = codeAt(String(proposed['secret']), now)
    const confirmed = await call(server, 'POST /auth/totp/confirm', { token: person.token, body: { code } })
    expect(confirmed.body['codes']).toHaveLength(10)
    expect(await hasFactor(server.app.orm.em.fork(), user.id)).toBe(true)
    const { status, body } = await login()
    expect([status, body['token']]).toEqual([403, undefined])
    expect(body['message']).toBe('Enter the code of your authenticator app.')
    // The code that confirmed the app opens nothing.
    expect((await answer(detail(body, 'secondFactor'), { code })).status).toBe(401)
    expect((await mailsTo(server, user.email ?? ''))[0]?.text).toContain('an authenticator app was added')
  })

  test('keeps its secret sealed', async () => {
    await addFactor(server, user.id)
    const { secret } = await server.app.orm.em.fork().findOneOrFail(Totp, { userId: user.id })
    expect(secret.split('.')).toHaveLength(7)
  })

  test('opens the account by the code of the present step alone, and once', async () => {
    const { code } = await addFactor(server, user.id)
    const present = await code()
    const first = await login()
    const second = await login()
    const opened = await answer(detail(first.body, 'secondFactor'), { code: present })
    expect(opened.status).toBe(200)
    expect((await call(server, 'GET /users/me', { token: String(opened.body['token']) })).status).toBe(200)
    const again = await answer(detail(second.body, 'secondFactor'), { code: present })
    expect([again.status, again.body['message']]).toEqual([401, ENDED])
    const next = await code()
    later(30)
    expect((await answer(detail(second.body, 'secondFactor'), { code: next })).status).toBe(401)
  })

  test('lets one of two win that come with one code at a time', async () => {
    const { code } = await addFactor(server, user.id)
    const challenges = [await login(), await login(), await login()].map(({ body }) => detail(body, 'secondFactor'))
    const present = await code()
    const answers = await Promise.all(challenges.map((id) => answer(id, { code: present })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  test('is tried five times a challenge, and the owner hears of the fifth', async () => {
    const { code } = await addFactor(server, user.id)
    const id = detail((await login()).body, 'secondFactor')
    for (let time = 0; time < 5; time += 1) expect((await answer(id, { code: '000000' })).status).toBe(401)
    expect((await answer(id, { code: await code() })).status).toBe(401)
    const mails = await mailsTo(server, user.email ?? '')
    expect(mails.filter(({ subject }) => subject === 'Five wrong codes for your account')).toHaveLength(1)
  })

  test('has five minutes', async () => {
    const { code } = await addFactor(server, user.id)
    const id = detail((await login()).body, 'secondFactor')
    later(301)
    expect((await answer(id, { code: await code() })).status).toBe(401)
  })

  test('opens nothing after the password was changed meanwhile', async () => {
    const { code } = await addFactor(server, user.id)
    const id = detail((await login()).body, 'secondFactor')
    await call(server, 'POST /auth/users/forgot', { body: { email: user.email } })
    const token = await linkToken(server, user.email ?? '')
    const password = 'another long password'
    expect((await call(server, 'POST /auth/users/forgot', { body: { token, password } })).status).toBe(200)
    expect((await answer(id, { code: await code() })).status).toBe(401)
    // A reset opens no door either.
    const { status, body } = await call(server, 'POST /auth/login', { body: { username: user.username, password } })
    expect([status, detail(body, 'secondFactorWays')]).toEqual([403, 'code'])
  })
})

test('a login link leads to the second factor like any other way', async () => {
  await addFactor(server, user.id)
  await call(server, 'POST /auth/login-link', { body: { username: user.username } })
  const token = await linkToken(server, user.email ?? '')
  expect((await call(server, 'POST /auth/login-link', { body: { token } })).status).toBe(200)
  expect((await login()).status).toBe(403)
})

test('a recovery code opens the account once, and the owner hears of it', async () => {
  await addFactor(server, user.id)
  await elevate(server, person.actor.sessionId)
  const { body } = await call(server, 'POST /auth/recovery-codes', { token: person.token })
  const codes = body['codes'] as string[]
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{24}$/)
  const stored = await server.app.orm.em.fork().find(RecoveryCode, { userId: user.id })
  expect(stored.some(({ hash }) => codes.includes(hash))).toBe(false)
  const recoveryCode = `${codes[3]?.slice(0, 6).toLowerCase()} ${codes[3]?.slice(6)}`
  const opened = await answer(detail((await login()).body, 'secondFactor'), { recoveryCode })
  expect(opened.status).toBe(200)
  const texts = (await mailsTo(server, user.email ?? '')).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('9 of 10 are left'))).toHaveLength(1)
  const again = await answer(detail((await login()).body, 'secondFactor'), { recoveryCode })
  expect([again.status, again.body['message']]).toEqual([401, ENDED])
})

test('a challenge of another purpose opens no session', async () => {
  const { code } = await addFactor(server, user.id)
  const id = detail((await login()).body, 'secondFactor')
  await server.app.orm.em.fork().nativeUpdate(Challenge, { id: String(id) }, { purpose: 'step-up' })
  expect((await answer(id, { code: await code() })).status).toBe(401)
})

test('removing the last factor removes the recovery codes, and tells the owner', async () => {
  await addFactor(server, user.id)
  await elevate(server, person.actor.sessionId)
  await call(server, 'POST /auth/recovery-codes', { token: person.token })
  expect((await call(server, 'DELETE /auth/totp', { token: person.token })).status).toBe(200)
  const { body } = await call(server, 'GET /auth/users/me/security', { token: person.token })
  expect(body).toMatchObject({ hasTotp: false, codesLeft: 0, passkeys: [] })
  expect((await login()).status).toBe(200)
  const renewed = await call(server, 'POST /auth/recovery-codes', { token: person.token })
  expect(renewed.status).toBe(409)
})

test('factors of another account are not touched', async () => {
  const other = await makePerson(server, `other.factors${count}`)
  await addFactor(server, other.id)
  await elevate(server, person.actor.sessionId)
  await call(server, 'DELETE /auth/totp', { token: person.token })
  expect(await hasFactor(server.app.orm.em.fork(), other.id)).toBe(true)
})

test('staff keep their last factor', async () => {
  await addFactor(server, user.id)
  await elevate(server, person.actor.sessionId)
  const em = server.app.orm.em.fork()
  em.create(StaffRole, { userId: user.id, role: 'support', grantedAt: now })
  await em.flush()
  const kept = await call(server, 'DELETE /auth/totp', { token: person.token })
  expect([kept.status, kept.body['message']]).toEqual([409, 'Staff need a second factor.'])
  expect(await hasFactor(server.app.orm.em.fork(), user.id)).toBe(true)
})
