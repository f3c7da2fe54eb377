import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from './entity.ts'
import { PASSWORD, call, linkToken, makeAccount, mailsTo } from './testing/api.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeAccount(server, { username: 'taken' })
})
afterAll(() => server.stop())

const valid = { email: 'new@example.test', username: 'new.fan', name: 'New Fan', password: 'long enough password' }

function register(body: unknown) {
  return call(server, 'POST /auth/users/register', { body })
}

test('a fan registers, confirms the address and is in', async () => {
  const { status, body } = await register({
    ...valid,
    email: ' New@Example.test ',
    username: 'New.Fan',
    name: ' New Fan ',
  })
  expect(status).toBe(201)
  expect(body['user']).toMatchObject({
    ...{ email: 'new@example.test', username: 'new.fan', name: 'New Fan', emailVerified: false },
    ...{ isPerformer: false, balance: 0, verification: null, avatar: null },
  })
  expect(JSON.stringify(body)).not.toContain('argon2')
  const token = await linkToken(server, 'new@example.test')
  expect((await mailsTo(server, 'new@example.test'))[0]?.text).toContain(
    `${server.app.config.publicUrl}/auth/verify?token=`,
  )
  expect((await call(server, 'POST /auth/email-verification', { body: { token } })).status).toBe(200)
  const login = await call(server, 'POST /auth/login', { body: { username: 'new.fan', password: valid.password } })
  expect(login.body['user']).toMatchObject({ emailVerified: true })
})

test('a taken username is a conflict that names the field, in any case of letters', async () => {
  const answer = await register({ ...valid, email: 'taken@example.test', username: 'TAKEN' })
  expect(answer).toMatchObject({ status: 409, body: { details: [{ path: 'username' }] } })
  expect((answer.body['details'] as unknown[]).length).toBe(1)
})

test('nothing but the mailbox tells an address with an account from one without', async () => {
  const [owned, free] = ['taken@example.test', 'untaken@example.test']
  const seen: unknown[] = []
  for (const [n, email] of [owned, free].entries()) {
    const username = `prober.${n}`
    const registered = await register({ ...valid, email, username })
    const again = await register({ ...valid, email, username })
    const byName = await call(server, 'POST /auth/login', { body: { username, password: valid.password } })
    const byEmail = await call(server, 'POST /auth/login', { body: { username: email, password: valid.password } })
    const token = String(byName.body['token'])
    const me = (await call(server, 'GET /users/me', { token })).body
    const resent = await call(server, 'POST /auth/email-verification', { token, body: { source: email } })
    const shown = [registered.body['user'], me].map((user) => {
      const { emailVerified, pendingEmail, email: address } = user as Record<string, unknown>
      return [emailVerified, pendingEmail, address === email]
    })
    seen.push([registered.status, again.status, byName.status, byEmail.status, resent.status, resent.body, shown])
  }
  expect(seen[0]).toEqual(seen[1])
  expect((seen[0] as unknown[]).slice(0, 5)).toEqual([201, 409, 200, 200, 200])
  const subjects = async (email: string) => (await mailsTo(server, email)).map(({ subject }) => subject)
  expect(new Set(await subjects(owned))).toEqual(new Set(['You have an account already']))
  expect(new Set(await subjects(free))).toEqual(new Set(['Confirm your email address']))
})

test('an account that has yet to confirm its address logs in by it, whether or not another owns it', async () => {
  for (const username of ['owned.address', 'free.address']) {
    const email = `${username}@example.test`
    const owns = username === 'owned.address'
    if (owns) await makeAccount(server, { username })
    await register({ ...valid, email, username: `${username}.2` })
    const logIn = (password: string) => call(server, 'POST /auth/login', { body: { username: email, password } })
    expect((await logIn(valid.password)).body['user']).toMatchObject({ username: `${username}.2` })
    expect((await logIn('not the password')).status).toBe(401)
    if (owns) expect((await logIn(PASSWORD)).body['user']).toMatchObject({ username, emailVerified: true })
  }
})

test('an address belongs to the first who confirms it, whoever registered it before', async () => {
  const email = 'wanted@example.test'
  await register({ ...valid, email, username: 'squatter' })
  await register({ ...valid, email, username: 'owner' })
  const token = await linkToken(server, email)
  expect((await call(server, 'POST /auth/email-verification', { body: { token } })).status).toBe(200)
  const em = server.app.orm.em.fork()
  expect(await em.findOneOrFail(User, { username: 'owner' })).toMatchObject({ email })
  expect(await em.findOneOrFail(User, { username: 'squatter' })).toMatchObject({ email: null })
})

test('ten simultaneous registrations with one username make one account and nine conflicts', async () => {
  const attempts = Array.from({ length: 10 }, (_, n) =>
    register({ ...valid, email: `race${n}@example.test`, username: 'raced' }),
  )
  const answers = await Promise.all(attempts)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
  for (const { status, body } of answers) {
    if (status === 409) expect(body).toMatchObject({ details: [{ path: 'username' }] })
  }
  const em = server.app.orm.em.fork()
  expect(await em.count(User, { username: 'raced' })).toBe(1)
  expect(await em.count(User, { pendingEmail: { $like: 'race%' } })).toBe(1)
})

test.each([
  ['email', ['', 'nobody', 'a@b', `${'a'.repeat(250)}@b.test`, 'a@b.test\nBcc: c@d.test', 7, null, {}]],
  ['username', ['', 'ab', 'a'.repeat(31), 'with space', '.dot', 'dot.', 'ad\u0000min', 'аdmin', '<b>', '../x', null]],
  ['username', ['admin', 'API', 'messages', 'Me', 'sw.js']],
  ['name', ['', '   ', 'n'.repeat(61), 'a\u0000b', 'a\nb', ['a'], null]],
  ['password', ['', 'short', 'p'.repeat(129), 1234567890, null]],
  ['passwordForm', ['md5', 1]],
])('a bad %s is refused, naming it, and nothing is made: %j', async (field, values) => {
  const before = await server.app.orm.em.fork().count(User)
  for (const [index, value] of values.entries()) {
    const fresh = { ...valid, email: `bad${index}@example.test`, username: `bad.${index}` }
    const { status, body } = await register({ ...fresh, [field]: value })
    expect([value, status]).toEqual([value, 400])
    expect((body['details'] as { path: string }[]).map(({ path }) => path)).toContain(field)
  }
  expect(await server.app.orm.em.fork().count(User)).toBe(before)
})

test('a password said to be hashed must look it', async () => {
  const answer = await register({ ...valid, email: 'form@example.test', username: 'formed', passwordForm: 'sha256' })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
})

test('fields that are not for the taking are passed over', async () => {
  const extra = { isPerformer: true, balance: 1_000_000, status: 'suspended', emailVerifiedAt: '2020-01-01', id: 'x' }
  const { status, body } = await register({ ...valid, email: 'plain@example.test', username: 'plain', ...extra })
  expect(status).toBe(201)
  expect(body['user']).toMatchObject({ isPerformer: false, balance: 0, emailVerified: false })
})

test('a body beyond the limit is refused before it is read', async () => {
  expect((await register({ ...valid, name: 'x'.repeat(70_000) })).status).toBe(413)
})
