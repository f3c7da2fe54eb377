import { LockMode } from '@mikro-orm/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { User } from '../accounts/entity.ts'
import { call, linkToken, mailsTo, makeAccount, PASSWORD, tokenOf } from '../accounts/testing/api.ts'
import type { ApiAnswer } from '../accounts/testing/api.ts'
import { removeLogins } from './commands.ts'
import { Identity } from './entity.ts'
import { CONSUMER, startOAuth1Provider } from './testing/oauth1-provider.ts'
import type { OAuth1Provider } from './testing/oauth1-provider.ts'
import { beginByX, userIdIn as userId } from './testing/use-social-site.ts'

let server: TestServer
let x: OAuth1Provider
let count = 0
let email = ''

beforeAll(async () => {
  x = await startOAuth1Provider({ id_str: '1', screen_name: 'nobody', name: 'Nobody' })
  server = await startTestServer({ config: { twitter: { ...CONSUMER, apiUrl: x.apiUrl } } })
})
afterAll(async () => {
  await server.stop()
  await x.stop()
})
beforeEach(() => {
  count += 1
  email = `victim${count}@example.test`
  x.person = { id_str: `70${count}`, screen_name: `Mallory_${count}`, name: `Mallory ${count}`, email: null }
})

describe('the first address that an account proves', () => {
  test('by a reset takes the account from a login that was there before', async () => {
    const first = await logIn()
    await want(first)
    expect((await resetByMail()).status).toBe(200)
    const again = await logIn()
    expect(userId(again)).not.toBe(userId(first))
    expect(await em().count(Identity, { userId: userId(first) })).toBe(0)
    expect((await call(server, 'GET /users/me', { token: tokenIn(first) })).status).toBe(401)
    const opened = await call(server, 'POST /auth/login', { body: { username: email, password: PASSWORD } })
    expect(userId(opened)).toBe(userId(first))
    const mail = (await mailsTo(server, email)).find(
      ({ subject }) => subject === 'Logins were removed from your account',
    )
    expect(mail?.text).toContain(`- X (@Mallory_${count})`)
  })

  test('by the link that confirms it takes the account from such a login, too', async () => {
    const first = await logIn()
    await want(first)
    expect((await confirm(undefined)).status).toBe(200)
    expect(userId(await logIn())).not.toBe(userId(first))
    expect((await mailsTo(server, email))[0]?.subject).toBe('Logins were removed from your account')
    expect((await resetByMail()).status).toBe(200)
    expect(await tokenOf(server, email)).toMatch(/^ey/)
  })

  test('keeps the login where a session of the account confirms it, and no other session', async () => {
    const first = await logIn()
    await want(first)
    expect((await confirm(tokenIn(first))).status).toBe(200)
    expect(userId(await logIn())).toBe(userId(first))
    x.person = { id_str: `80${count}`, screen_name: `Other_${count}`, name: 'Other', email: null }
    const other = await logIn()
    email = `second.${email}`
    await want(other)
    expect((await confirm(tokenIn(first))).status).toBe(200)
    expect(userId(await logIn())).not.toBe(userId(other))
  })
})

test('an address that is taken back unlinks all logins, and tells which', async () => {
  await makeAccount(server, { username: `owner${count}`, email })
  const owner = await tokenOf(server, `owner${count}`)
  const taken = `thief.${email}`
  await call(server, 'PUT /users', { token: owner, body: { email: taken, source: PASSWORD } })
  const token = await linkToken(server, taken)
  expect((await call(server, 'POST /auth/email-verification', { body: { token } })).status).toBe(200)
  x.person.email = taken
  const thief = await logIn()
  const undo = await linkToken(server, email)
  expect((await call(server, 'POST /auth/email-undo', { body: { token: undo } })).status).toBe(200)
  expect(await em().count(Identity, { userId: userId(thief) })).toBe(0)
  const mails = await mailsTo(server, email)
  expect(mails.find(({ subject }) => subject.startsWith('Logins were'))?.text).toContain(`- X (${taken})`)
  x.person.email = null
  expect(userId(await logIn())).not.toBe(userId(thief))
})

test('a new password leaves the logins of a proven account, and the mail lists them', async () => {
  await makeAccount(server, { username: `owner${count}`, email })
  x.person.email = email
  const linked = await logIn()
  expect((await resetByMail()).status).toBe(200)
  const [mail] = await mailsTo(server, email)
  expect(mail?.subject).toBe('Your password was changed')
  expect(mail?.text).toContain(`- X (${email})`)
  expect(userId(await logIn())).toBe(userId(linked))
})

test('a login that is unlinked while it is under way opens no session', async () => {
  const id = userId(await logIn())
  let coming: Promise<ApiAnswer> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.findOneOrFail(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    coming = logIn()
    await waitsForLock(server)
    await removeLogins(tx, id)
  })
  expect((await coming)?.status).toBe(401)
})

function em() {
  return server.app.orm.em.fork()
}

function tokenIn({ body }: ApiAnswer): string {
  return String(body['token'])
}

/** Has the account of a login want the address of this test. */
async function want(login: ApiAnswer): Promise<void> {
  const { status } = await call(server, 'PUT /users', { token: tokenIn(login), body: { email } })
  expect(status).toBe(200)
}

async function confirm(session: string | undefined): Promise<ApiAnswer> {
  const token = await linkToken(server, email)
  return call(server, 'POST /auth/email-verification', { token: session, body: { token } })
}

async function resetByMail(): Promise<ApiAnswer> {
  await call(server, 'POST /auth/users/forgot', { body: { email } })
  const token = await linkToken(server, email)
  return call(server, 'POST /auth/users/forgot', { body: { token, password: PASSWORD } })
}

async function logIn(): Promise<ApiAnswer> {
  return (await beginByX({ server, x })).finish()
}
