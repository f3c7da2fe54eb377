import { sha256OfPassword } from '@vesper/sync/vesper/api/password.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { changeSettings } from '../../../site/settings/commands.ts'
import { User } from '../entity.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { call, linkToken, makeAccount, PASSWORD, tokenOf } from '../testing/api.ts'

let server: TestServer
let account = ''
let counter = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  account = `login${counter++}`
  await makeAccount(server, { username: account })
})

const INCORRECT = { statusCode: 401, message: 'Incorrect credentials!', error: 'Unauthorized' }

function login(body: Record<string, unknown>) {
  return call(server, 'POST /auth/login', { body })
}

test('an email and a username open the account, whatever their case', async () => {
  for (const username of [account, account.toUpperCase(), `${account}@EXAMPLE.test `]) {
    const { status, body } = await login({ username, password: PASSWORD })
    expect(status).toBe(200)
    expect(body['user']).toMatchObject({ username: account, email: `${account}@example.test`, emailVerified: true })
  }
})

test.each([
  ['password123', 'plain'],
  ['Password123', 'plain'],
  ['password123', 'sha256'],
  [PASSWORD, 'plain'],
] as const)(
  'a login by %s, sent as %s, opens the account, with a notice where the password is a stolen one',
  async (typed, form) => {
    const username = `stolen${counter}`
    const password = form === 'plain' ? typed : await sha256OfPassword(typed)
    await makeAccount(server, { username, passwordHash: await hashPassword({ password, form }, 'test') })
    const { status, body } = await login({ username, password, passwordForm: form })
    expect(status).toBe(200)
    const notice = 'Your password is in a list of stolen ones. Change it under Account.'
    expect(body['notice']).toBe(typed === PASSWORD ? undefined : notice)
  },
)

test('form fields do as well as JSON', async () => {
  const body = new URLSearchParams({ username: account, password: PASSWORD, remember: 'on' })
  const answer = await call(server, 'POST /auth/login', { body })
  expect(answer.status).toBe(200)
  expect(daysUntil(answer.body['expiresAt'])).toBeCloseTo(365, 1)
})

test.each([
  [true, 365],
  ['false', 1],
  [undefined, 1],
])('remember %o keeps the session for %i day(s)', async (remember, days) => {
  const { body } = await login({ username: account, password: PASSWORD, remember })
  expect(daysUntil(body['expiresAt'])).toBeCloseTo(days, 1)
  const claims = decodeJwt(String(body['token']))
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(days * 86_400)
})

test('an unknown name, a wrong password and a wrong form are one answer', async () => {
  const attempts = [
    { username: account, password: 'not the password' },
    { username: 'nobody.here', password: PASSWORD },
    { username: 'nobody@here.test', password: PASSWORD },
    { username: account, password: PASSWORD, passwordForm: 'sha256' },
    { username: account, password: 'a'.repeat(64), passwordForm: 'sha256' },
    { username: 'nobody.here', password: 'a'.repeat(64), passwordForm: 'sha256' },
  ]
  for (const attempt of attempts) expect((await login(attempt)).body).toEqual(INCORRECT)
})

test('an unknown name takes as long as a wrong password', async () => {
  const known = `${account}.known`
  const passwordHash = await hashPassword({ password: PASSWORD, form: 'plain' }, 'test')
  await makeAccount(server, { username: known, passwordHash })
  // Other work of the machine only adds to some of them: the fastest of each tell, and on a busy machine those of another turn.
  const ratio = async () => {
    const [unknown, wrong]: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round++) {
      unknown.push(await timed(() => login({ username: `nobody${round}`, password: PASSWORD })))
      wrong.push(await timed(() => login({ username: known, password: `wrong password ${round}` })))
    }
    return Math.min(...unknown) / Math.min(...wrong)
  }
  const isAlike = (value: number) => value > 0.6 && value < 1.6
  const ratios = [await ratio()]
  for (let turn = 0; turn < 3 && !isAlike(ratios.at(-1) ?? 0); turn++) ratios.push(await ratio())
  expect(ratios.at(-1), ratios.join()).toSatisfy(isAlike)
}, 60_000)

test('a suspended account opens for its decisions alone, and says so to its owner alone', async () => {
  await setUser(account, { status: 'suspended' })
  expect((await login({ username: account, password: 'not the password' })).body).toEqual(INCORRECT)
  const { status, body } = await login({ username: account, password: PASSWORD })
  expect(status).toBe(200)
  const token = String(body['token'])
  expect((await call(server, 'GET /decisions', { token })).status).toBe(200)
  const refused = await call(server, 'GET /conversations', { token })
  expect([refused.status, refused.body['details']]).toMatchObject([403, [{ path: 'suspended' }]])
})

test('an account that its owner has closed does not open', async () => {
  await setUser(account, { status: 'deactivated' })
  expect((await login({ username: account, password: PASSWORD })).status).toBe(403)
})

describe('hash-password-client may be switched at any time', () => {
  test.each([
    ['off', 'on'],
    ['on', 'off'],
  ])('an account registered while it was %s opens while it is %s, and after', async (before, after) => {
    const username = `switch.${before}.${after}`
    const sent = await asSetting(before, PASSWORD)
    const fields = { email: `${username}@example.test`, username, name: 'Switch' }
    expect((await call(server, 'POST /auth/users/register', { body: { ...fields, ...sent } })).status).toBe(201)
    for (const setting of [after, before, after]) {
      expect((await login({ username, ...(await asSetting(setting, PASSWORD)) })).status).toBe(200)
    }
  })

  test.each([
    ['off', 'on'],
    ['on', 'off'],
  ])('a password changed while it was %s opens while it is %s', async (before, after) => {
    const token = await tokenOf(server, account)
    const { password, passwordForm } = await asSetting(before, 'another long password')
    const source = await asSetting(before, PASSWORD)
    const body = { password, passwordForm, source: source.password, sourceForm: source.passwordForm }
    expect((await call(server, 'PUT /auth/users/me/password', { token, body })).status).toBe(200)
    expect((await login({ username: account, ...(await asSetting(after, 'another long password')) })).status).toBe(200)
    expect((await login({ username: account, ...(await asSetting(after, PASSWORD)) })).status).toBe(401)
  })
})

test('requireEmailVerification refuses an unconfirmed address until its link is opened', async () => {
  await transact(server.app, null, (tx) => changeSettings(tx, { requireEmailVerification: true }))
  const email = `${account}@example.test`
  await setUser(account, { email: null, emailVerifiedAt: null, pendingEmail: email })
  expect((await login({ username: account, password: 'not the password' })).body).toEqual(INCORRECT)
  const refused = await login({ username: account, password: PASSWORD })
  expect(refused).toMatchObject({ status: 403, body: { details: [{ path: 'emailVerification', message: email }] } })
  const token = await linkToken(server, email)
  expect((await call(server, 'POST /auth/email-verification', { body: { token } })).status).toBe(200)
  expect((await login({ username: account, password: PASSWORD })).status).toBe(200)
  await transact(server.app, null, (tx) => changeSettings(tx, { requireEmailVerification: false }))
})

test('guessing at one name is stopped; another name from the same address is not', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    await makeAccount(limited, { username: 'guessed' })
    await makeAccount(limited, { username: 'spared' })
    const guess = () => call(limited, 'POST /auth/login', { body: { username: 'guessed', password: 'a wrong one' } })
    const statuses = []
    for (let attempt = 0; attempt < 12; attempt++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
    const right = { username: 'GUESSED', password: PASSWORD }
    expect((await call(limited, 'POST /auth/login', { body: right })).status).toBe(429)
    const other = { username: 'spared', password: PASSWORD }
    expect((await call(limited, 'POST /auth/login', { body: other })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test.each([
  {},
  { username: '', password: '' },
  { username: 'a', password: 'b'.repeat(129) },
  { username: 'a'.repeat(255), password: 'b' },
  { username: ['a'], password: { $ne: null } },
  { username: null, password: null },
  { username: 'a', password: 'b', passwordForm: 'md5' },
  { username: 'a', password: 'b', remember: 'perhaps' },
  '[]',
  '"text"',
  '{"username":',
])('%j is refused as invalid', async (body) => {
  expect(await call(server, 'POST /auth/login', { body })).toMatchObject({ status: 400, body: { statusCode: 400 } })
})

test.each(["' or 1=1 --", 'a\u0000b', '%', '../../etc/passwd', '😀'.repeat(20), '$argon2id$v=19$m=1'])(
  'the hostile name %j is nobody',
  async (username) => {
    const { status } = await login({ username, password: PASSWORD })
    expect([400, 401]).toContain(status)
  },
)

async function asSetting(setting: string, typed: string) {
  if (setting === 'off') return { password: typed, passwordForm: 'plain' }
  return { password: await sha256OfPassword(typed), passwordForm: 'sha256' }
}

async function setUser(
  username: string,
  changes: Partial<Pick<User, 'status' | 'email' | 'emailVerifiedAt' | 'pendingEmail'>>,
): Promise<void> {
  await transact(server.app, null, async (tx) => {
    tx.em.assign(await tx.em.findOneOrFail(User, { username }), changes)
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function daysUntil(date: unknown): number {
  return (new Date(String(date)).getTime() - Date.now()) / 86_400_000
}
