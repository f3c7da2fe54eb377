import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Identity } from '../../identities/entity.ts'
import { User } from '../entity.ts'
import { call, linkToken, mailsTo, makeAccount, PASSWORD, tokenOf } from '../testing/api.ts'

let server: TestServer
let account = ''
let email = ''
let id = ''
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  account = `denied${(count += 1)}`
  email = `${account}@example.test`
  ;({ id } = await makeAccount(server, { username: account }))
  // The first login of a new account is told to nobody.
  await tokenOf(server, account)
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const subjectsTo = async (to: string) => (await mailsTo(server, to)).map(({ subject }) => subject)

/** The thief logs in; answers their token. */
const logIn = () => tokenOf(server, account)

async function deny() {
  const texts = (await mailsTo(server, email)).flatMap(({ text }) => /notMe=([\w-]+)/.exec(text)?.[1] ?? [])
  return call(server, 'POST /auth/not-me', { body: { token: texts[0] } })
}

test('a denied login takes the logins of other sites along, and tells which', async () => {
  await logIn()
  const thiefs = { provider: 'google' as const, subject: `thief-${id}`, label: 'thief@example.test' }
  const store = em()
  store.create(Identity, { ...thiefs, userId: id, createdAt: new Date() })
  await store.flush()
  expect((await deny()).status).toBe(200)
  expect(await em().count(Identity, { userId: id })).toBe(0)
  const mail = (await mailsTo(server, email)).find(({ subject }) => subject === 'Logins were removed from your account')
  expect(mail?.text).toContain('- Google (thief@example.test)')
})

test('an address that the thief has asked for is wanted no more, and its link confirms nothing', async () => {
  const token = await logIn()
  const wanted = `thief.${email}`
  await call(server, 'PUT /users', { token, body: { email: wanted, source: PASSWORD } })
  const link = await linkToken(server, wanted)
  expect((await deny()).status).toBe(200)
  const confirmed = await call(server, 'POST /auth/email-verification', { body: { token: link } })
  expect(confirmed.status).toBe(400)
  expect(await em().findOneOrFail(User, { id })).toMatchObject({ email, pendingEmail: null })
})

test('a link to reset the password that was sent before opens nothing, the one of the denial does', async () => {
  await logIn()
  await call(server, 'POST /auth/users/forgot', { body: { email } })
  const before = await linkToken(server, email)
  expect((await deny()).status).toBe(200)
  const reset = (token: string) =>
    call(server, 'POST /auth/users/forgot', { body: { token, password: 'another long password' } })
  expect((await reset(before)).status).toBe(400)
  expect((await reset(await linkToken(server, email))).status).toBe(200)
})

test('an address that was never confirmed is wanted again where the thief has replaced it', async () => {
  await em().nativeUpdate(User, { id }, { emailVerifiedAt: null })
  const token = await logIn()
  await call(server, 'PUT /users', { token, body: { email: `thief.${email}`, source: PASSWORD } })
  expect(await em().findOneOrFail(User, { id })).toMatchObject({ email: null, pendingEmail: `thief.${email}` })
  expect((await deny()).status).toBe(200)
  expect(await em().findOneOrFail(User, { id })).toMatchObject({ email: null, pendingEmail: email })
  expect(await subjectsTo(email)).toContain('Choose a new password')
})
