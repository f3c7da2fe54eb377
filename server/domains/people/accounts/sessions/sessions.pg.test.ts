import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Session } from '../../../../infra/sessions/entity.ts'
import { resolveActor, SESSION_HOLDS_MS } from '../../../../infra/sessions/sessions.ts'
import { RawConnection } from '../../../../testing/raw-http.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { call, mailsTo, makeAccount, PASSWORD, tokenOf } from '../testing/api.ts'

const DAY_MS = 86_400_000
const LOGIN_AGAIN = { statusCode: 401, message: 'Please login!', error: 'Unauthorized' }

let server: TestServer
let elapsedMs = 0
/** The clock stands here while a test looks at a moment right before an end. */
let stoppedAt: number | null = null
let account = ''
let counter = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date((stoppedAt ?? Date.now()) + elapsedMs) })
})
afterAll(() => server.stop())
beforeEach(async () => {
  elapsedMs = 0
  stoppedAt = null
  account = `session${counter++}`
  await makeAccount(server, { username: account })
})

test('a token without remember holds for a day, one with for 365', async () => {
  const short = await tokenOf(server, account)
  const body = { username: account, password: PASSWORD, remember: true }
  const long = String((await call(server, 'POST /auth/login', { body })).body['token'])
  expect(await meWith(short)).toBe(200)
  elapsedMs = DAY_MS + 1_000
  expect(await meWith(short)).toBe(401)
  // A use every 89 days keeps it open, but not for longer than 365.
  stoppedAt = Date.now()
  for (const day of [1, 90, 179, 268, 357]) {
    elapsedMs = day * DAY_MS
    expect(await meWith(long)).toBe(200)
  }
  elapsedMs = 365 * DAY_MS - 60_000
  expect(await meWith(long)).toBe(200)
  elapsedMs = 365 * DAY_MS
  expect(await meWith(long)).toBe(401)
})

test('a session that is not used for 90 days ends, its step-up and its list included', async () => {
  stoppedAt = Date.now()
  const body = { username: account, password: PASSWORD, remember: true }
  const log = async () => String((await call(server, 'POST /auth/login', { body })).body['token'])
  const [kept, left] = [await log(), await log()]
  elapsedMs = 30 * DAY_MS
  const raised = await call(server, 'POST /auth/step-up', { token: kept, body: { password: PASSWORD } })
  const token = String(raised.body['token'])
  elapsedMs = 90 * DAY_MS - 1
  expect(await meWith(token)).toBe(200)
  elapsedMs = 90 * DAY_MS
  expect(await meWith(left)).toBe(401)
  elapsedMs = 180 * DAY_MS - 2
  expect(await meWith(token)).toBe(200)
  const { sessions } = (await call(server, 'GET /auth/users/me/security', { token })).body
  expect(sessions).toMatchObject([{ current: true }])
})

test('a session that ends while a body is on its way does nothing any more', async () => {
  const token = await tokenOf(server, account)
  const body = JSON.stringify({ name: 'Somebody else' })
  const raw = new RawConnection(server.url).write(
    `PUT /api/users HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  await sleep(300)
  expect((await call(server, 'POST /auth/logout', { token })).status).toBe(200)
  await sleep(SESSION_HOLDS_MS + 100)
  expect((await raw.write(body.slice(5)).answer()).status).toBe(401)
  const again = (await call(server, 'GET /users/me', { token: await tokenOf(server, account) })).body
  expect(again['name']).not.toBe('Somebody else')
})

test('logout ends this session at once, and no other', async () => {
  const ended = vi.spyOn(server.app.live, 'endSessions')
  const [here, there] = [await tokenOf(server, account), await tokenOf(server, account)]
  const { sessionId } = await resolveActor(server.app, here)
  expect((await call(server, 'POST /auth/logout', { token: here })).body).toEqual({ success: true })
  expect(ended).toHaveBeenCalledExactlyOnceWith([sessionId])
  expect((await call(server, 'GET /users/me', { token: here })).body).toEqual(LOGIN_AGAIN)
  expect((await call(server, 'POST /auth/logout', { token: here })).status).toBe(401)
  expect(await meWith(there)).toBe(200)
  ended.mockRestore()
})

test('the list shows the open sessions of the account and which one asks', async () => {
  const [first, second] = [await tokenOf(server, account), await tokenOf(server, account)]
  await call(server, 'POST /auth/logout', { token: first })
  const third = await tokenOf(server, account)
  const { body } = await call(server, 'GET /auth/users/me/sessions', { token: third })
  expect(body['total']).toBe(2)
  const sessions = body['data'] as { _id: string; current: boolean }[]
  const current = (await resolveActor(server.app, third)).sessionId
  const other = (await resolveActor(server.app, second)).sessionId
  expect(sessions.filter((session) => session.current).map(({ _id }) => _id)).toEqual([current])
  expect(sessions.map(({ _id }) => _id).toSorted()).toEqual([current, other].toSorted())
})

test('a session is ended from another one of the account, and never by somebody else', async () => {
  const [here, there] = [await tokenOf(server, account), await tokenOf(server, account)]
  await makeAccount(server, { username: `${account}.stranger` })
  const stranger = await tokenOf(server, `${account}.stranger`)
  const { sessionId } = await resolveActor(server.app, there)
  const target = `DELETE /auth/users/me/sessions/${sessionId}` as const
  expect((await call(server, target, { token: stranger })).status).toBe(404)
  expect(await meWith(there)).toBe(200)
  expect((await call(server, target, { token: here })).status).toBe(200)
  expect(await meWith(there)).toBe(401)
  expect((await call(server, target, { token: here })).status).toBe(404)
  expect((await call(server, 'DELETE /auth/users/me/sessions/not-an-id', { token: here })).status).toBe(400)
})

test('a new password ends every other session and keeps this one', async () => {
  const ended = vi.spyOn(server.app.live, 'endSessions')
  const [here, there] = [await tokenOf(server, account), await tokenOf(server, account)]
  const { sessionId } = await resolveActor(server.app, there)
  const body = { source: PASSWORD, password: 'a brand new password' }
  expect((await call(server, 'PUT /auth/users/me/password', { token: here, body })).status).toBe(200)
  expect(ended).toHaveBeenCalledExactlyOnceWith([sessionId])
  expect([await meWith(here), await meWith(there)]).toEqual([200, 401])
  ended.mockRestore()
})

test('a wrong current password changes nothing and is no reason to log in again', async () => {
  const token = await tokenOf(server, account)
  const body = { source: 'not the password', password: 'a brand new password' }
  const answer = await call(server, 'PUT /auth/users/me/password', { token, body })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'source' }] } })
  expect(await tokenOf(server, account)).not.toBe('undefined')
})

test('a new password whose answer was lost is set when it is asked for again, and once', async () => {
  const token = await tokenOf(server, account)
  const body = { source: PASSWORD, password: 'a brand new password' }
  const change = async (other = {}) =>
    (await call(server, 'PUT /auth/users/me/password', { token, body: { ...body, ...other } })).status
  expect(await Promise.all([change(), change()])).toEqual([200, 200])
  const there = await tokenOf(server, account, 'a brand new password')
  expect(await change()).toBe(200)
  expect([await meWith(token), await meWith(there)]).toEqual([200, 401])
  expect(await change({ password: 'yet another password' })).toBe(400)
  const told = (await mailsTo(server, `${account}@example.test`)).filter(({ subject }) => /changed/.test(subject))
  expect(told).toHaveLength(1)
  expect(await meWith(await tokenOf(server, account, 'a brand new password'))).toBe(200)
})

test('a profile that is saved with a new password is saved when it is asked for again', async () => {
  const [token, there] = [await tokenOf(server, account), await tokenOf(server, account)]
  const body = { source: PASSWORD, password: 'a brand new password' }
  const save = async (other: object) =>
    (await call(server, 'PUT /users', { token, body: { ...body, ...other } })).status
  expect(await Promise.all([save({ name: 'Renamed' }), save({ name: 'Renamed' })])).toEqual([200, 200])
  expect([await meWith(token), await meWith(there)]).toEqual([200, 401])
  expect(await save({ name: 'Renamed again' })).toBe(200)
  expect((await call(server, 'GET /users/me', { token })).body).toMatchObject({ name: 'Renamed again' })
  expect(await save({ password: 'yet another password' })).toBe(400)
  expect(await meWith(await tokenOf(server, account, 'a brand new password'))).toBe(200)
  const told = (await mailsTo(server, `${account}@example.test`)).filter(({ subject }) => /changed/.test(subject))
  expect(told).toHaveLength(1)
})

test('one of two sessions that set the same password at a time stays open', async () => {
  const tokens = [await tokenOf(server, account), await tokenOf(server, account)]
  const body = { source: PASSWORD, password: 'a brand new password' }
  const answers = await Promise.all(tokens.map((token) => call(server, 'PUT /auth/users/me/password', { token, body })))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(await Promise.all(tokens.map(meWith))).toEqual(statuses)
})

test('guessing the current password from an open session stops, whichever call it goes through', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    await makeAccount(limited, { username: 'found.open' })
    const token = await tokenOf(limited, 'found.open')
    const guesses = [
      ['PUT /users', { source: 'a wrong one', password: 'a brand new password' }],
      ['PUT /users', { source: 'a wrong one', email: 'thief@example.test' }],
      ['PUT /auth/users/me/password', { source: 'a wrong one', password: 'a brand new password' }],
    ] as const
    const statuses: number[] = []
    for (const [target, body] of Array.from({ length: 4 }, () => guesses).flat()) {
      statuses.push((await call(limited, target, { token, body })).status)
    }
    // A call that changes the password tries two: the current one, and whether the new one is that already.
    expect(statuses).toEqual([...Array<number>(6).fill(400), ...Array<number>(6).fill(429)])
    expect((await call(limited, 'PUT /users', { token, body: { name: 'Still me' } })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('makes one of two changes from one current password', async () => {
  const token = await tokenOf(server, account)
  const attempts = ['the first new password', 'the second new password'].map(async (password) => {
    const { status } = await call(server, 'PUT /auth/users/me/password', {
      token,
      body: { source: PASSWORD, password },
    })
    return { password, status }
  })
  const [made, ...refused] = (await Promise.all(attempts)).toSorted((a, b) => a.status - b.status)
  expect([made?.status, ...refused.map(({ status }) => status)]).toEqual([200, 400])
  expect(await meWith(await tokenOf(server, account, made?.password))).toBe(200)
})

test('a login under way while the password changes leaves no session with the old one', async () => {
  // Checking a password takes its time here, as in production: the change falls into it.
  const username = `${account}.racing`
  await makeAccount(server, {
    username,
    passwordHash: await hashPassword({ password: PASSWORD, form: 'plain' }, 'test'),
  })
  const token = await tokenOf(server, username)
  const body = { source: PASSWORD, password: 'a brand new password' }
  const [, ...logins] = await Promise.all([
    call(server, 'PUT /auth/users/me/password', { token, body }),
    ...Array.from({ length: 8 }, () => call(server, 'POST /auth/login', { body: { username, password: PASSWORD } })),
  ])
  for (const { body } of logins) {
    if (typeof body['token'] === 'string') expect(await meWith(body['token'])).toBe(401)
  }
})

test('a forged, foreign or mangled token is nobody', async () => {
  const token = await tokenOf(server, account)
  const { sessionId, userId } = await resolveActor(server.app, token)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const claims = new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('vesper')
    .setSubject(userId)
  const forged = [
    await claims
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(new TextEncoder().encode('x'.repeat(32))),
    await claims.sign(server.app.secret[0].secret),
    `${none}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    `${header}.${payload}`,
    'x'.repeat(5_000),
    'null',
    sessionId,
  ]
  for (const attempt of forged) {
    expect((await call(server, 'GET /users/me', { token: attempt })).body).toEqual(LOGIN_AGAIN)
  }
})

test('when a session was last seen is written once a minute at most', async () => {
  stoppedAt = Date.now()
  const token = await tokenOf(server, account)
  const { sessionId } = await resolveActor(server.app, token)
  const seen = async () => (await server.app.orm.em.fork().findOneOrFail(Session, sessionId)).lastSeenAt.getTime()
  const start = await seen()
  elapsedMs = 59_000
  await meWith(token)
  expect(await seen()).toBe(start)
  elapsedMs = 61_000
  await meWith(token)
  expect(await seen()).toBeGreaterThanOrEqual(start + 61_000)
})

async function meWith(token: string): Promise<number> {
  return (await call(server, 'GET /users/me', { token })).status
}
