import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { OneTimeToken, User } from '../entity.ts'
import { call, linkToken, mailsTo, makeAccount, PASSWORD, tokenOf } from '../testing/api.ts'

const HOUR_MS = 3_600_000
const NEW_PASSWORD = 'a brand new password'

let server: TestServer
let elapsedMs = 0
let account = ''
let email = ''
let counter = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
})
afterAll(() => server.stop())
beforeEach(async () => {
  elapsedMs = 0
  account = `links${counter++}`
  email = `${account}@example.test`
  await makeAccount(server, { username: account })
})

const subjectsTo = async (to: string) => (await mailsTo(server, to)).map(({ subject }) => subject)

describe('a forgotten password', () => {
  test('is set anew with the link, once; every session ends and the owner is told', async () => {
    const session = await tokenOf(server, account)
    const token = await askReset()
    expect((await reset(token)).status).toBe(200)
    expect((await call(server, 'GET /users/me', { token: session })).status).toBe(401)
    expect(await tokenOf(server, account)).toBe('undefined')
    expect(await tokenOf(server, account, NEW_PASSWORD)).toMatch(/^ey/)
    expect(await subjectsTo(email)).toContain('Your password was changed')
    expect(await reset(token, 'yet another password')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'token' }] },
    })
    expect(await tokenOf(server, account, NEW_PASSWORD)).toMatch(/^ey/)
  })

  test('a password whose answer was lost is set when the same attempt asks again, for an hour', async () => {
    const [token, attempt] = [await askReset(), randomUUID()]
    expect((await reset(token, NEW_PASSWORD, attempt)).status).toBe(200)
    const session = await tokenOf(server, account, NEW_PASSWORD)
    expect((await reset(token, NEW_PASSWORD, attempt)).status).toBe(200)
    expect((await call(server, 'GET /users/me', { token: session })).status).toBe(200)
    elapsedMs = HOUR_MS + 1_000
    expect((await reset(token, NEW_PASSWORD, attempt)).status).toBe(400)
  })

  test('has a used link that tells of no password whether it is right', async () => {
    const token = await askReset()
    expect((await reset(token, NEW_PASSWORD, randomUUID())).status).toBe(200)
    const guesses = [
      await reset(token, NEW_PASSWORD),
      await reset(token, 'a wrong one, surely'),
      await reset(token, NEW_PASSWORD, randomUUID()),
    ]
    expect(new Set(guesses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(guesses[0]?.status).toBe(400)
  })

  test('asked for twice at a time by one attempt is set, and both are told so', async () => {
    const [token, attempt] = [await askReset(), randomUUID()]
    const answers = await Promise.all([1, 2].map(() => reset(token, NEW_PASSWORD, attempt)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await tokenOf(server, account, NEW_PASSWORD)).toMatch(/^ey/)
  })

  test('is told of by no link but the one that has set it, and by none once it was set otherwise', async () => {
    const [used, other, attempt] = [await askReset(), await askReset(), randomUUID()]
    expect((await reset(used, NEW_PASSWORD, attempt)).status).toBe(200)
    expect((await reset(other, NEW_PASSWORD, attempt)).status).toBe(400)
    const body = { source: NEW_PASSWORD, password: 'the third password' }
    const session = await tokenOf(server, account, NEW_PASSWORD)
    expect((await call(server, 'PUT /auth/users/me/password', { token: session, body })).status).toBe(200)
    expect((await reset(used, 'the third password', attempt)).status).toBe(400)
  })

  test('has a link that lasts one hour', async () => {
    const token = await askReset()
    elapsedMs = HOUR_MS + 1_000
    expect((await reset(token)).status).toBe(400)
    elapsedMs = HOUR_MS - 60_000
    expect((await reset(token)).status).toBe(200)
  })

  test('one of ten simultaneous uses counts', async () => {
    const token = await askReset()
    const passwords = Array.from({ length: 10 }, (_, n) => `${NEW_PASSWORD} ${n}`)
    const statuses = await Promise.all(passwords.map(async (password) => (await reset(token, password)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(400)])
  })

  test('set by one link makes the other links of the account useless', async () => {
    const [first, second] = [await askReset(), await askReset()]
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first, 'yet another password')).status).toBe(400)
  })

  test('is never set by a link of the other kind', async () => {
    await setUnconfirmed()
    await call(server, 'POST /auth/email-verification', { body: { source: email } })
    expect((await reset(await linkToken(server, email))).status).toBe(400)
    const token = await askReset()
    expect((await call(server, 'POST /auth/email-verification', { body: { token } })).status).toBe(400)
  })

  test('confirms the address as well, since the link came to it', async () => {
    await setUnconfirmed()
    await reset(await askReset())
    expect(await me(await tokenOf(server, account, NEW_PASSWORD))).toMatchObject({ emailVerified: true })
  })

  test('is answered alike and in the same time, whether there is an account or not', async () => {
    const ask = (address: string) => call(server, 'POST /auth/users/forgot', { body: { email: address } })
    const texts = new Set<string>()
    const fastest = async (address: string) => {
      const answers = [
        await timed(() => ask(address)),
        await timed(() => ask(address)),
        await timed(() => ask(address)),
      ]
      for (const { answer } of answers) texts.add(answer.text)
      return Math.min(...answers.map(({ ms }) => ms))
    }
    // Other work of the machine only adds to some of them: the fastest tell, and on a busy machine those of another turn.
    const gaps: number[] = []
    while (gaps.length < 4 && !(Math.abs(gaps.at(-1) ?? Infinity) < 60)) {
      gaps.push((await fastest('no@example.test')) - (await fastest(email)))
    }
    expect(Math.abs(gaps.at(-1) ?? Infinity), gaps.join()).toBeLessThan(60)
    expect(texts.size).toBe(1)
    expect(await mailsTo(server, 'no@example.test')).toEqual([])
  })

  test('leaves only the hash of the token in the database', async () => {
    const token = await askReset()
    const rows = await server.app.orm.em.fork().find(OneTimeToken, { email })
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('fills nobody’s mailbox: five links an hour', async () => {
    for (let attempt = 0; attempt < 7; attempt++) await call(server, 'POST /auth/users/forgot', { body: { email } })
    expect(await mailsTo(server, email)).toHaveLength(5)
    elapsedMs = HOUR_MS + 1_000
    await call(server, 'POST /auth/users/forgot', { body: { email } })
    expect(await mailsTo(server, email)).toHaveLength(6)
  })

  test.each([
    ['of a new password', 'POST /auth/users/forgot', () => ({ email })],
    ['of confirmation', 'POST /auth/email-verification', () => ({ source: email })],
  ] as const)(
    'fills nobody’s mailbox with links %s, also where all are asked for at a time',
    async (_of, target, body) => {
      await setUnconfirmed()
      await Promise.all(Array.from({ length: 12 }, () => call(server, target, { body: body() })))
      expect(await mailsTo(server, email)).toHaveLength(5)
    },
  )
})

describe('an email address', () => {
  test('is confirmed by its link within 24 hours, and again by that link means nothing new', async () => {
    await setUnconfirmed()
    await call(server, 'POST /auth/email-verification', { body: { source: email } })
    const token = await linkToken(server, email)
    elapsedMs = 24 * HOUR_MS + 1_000
    expect((await confirm(token)).status).toBe(400)
    elapsedMs = 23 * HOUR_MS
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    // The answer may have been lost, and is asked for again.
    expect((await confirm(token)).status).toBe(200)
    elapsedMs = 0
    expect(await me(await tokenOf(server, account))).toMatchObject({ emailVerified: true })
  })

  test('is asked for alike, whether it is unknown, confirmed or not', async () => {
    await setUnconfirmed()
    await makeAccount(server, { username: `${account}.confirmed` })
    const sources = [email, `${account}.confirmed@example.test`, 'nobody@example.test']
    const bodies = sources.map((source) => ({ source, sourceType: 'performer' }))
    const answers = await Promise.all(bodies.map((body) => call(server, 'POST /auth/email-verification', { body })))
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size).toBe(1)
    expect(await mailsTo(server, `${account}.confirmed@example.test`)).toEqual([])
    expect(await mailsTo(server, email)).toHaveLength(1)
  })

  test('an address that is being replaced gets no link, so that its mailbox does not open the account', async () => {
    const begun = Promise.withResolvers<void>()
    const changing = transact(server.app, null, async ({ em }) => {
      await em.nativeUpdate(User, { email }, { email: `new.${email}` })
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 500))
    })
    await begun.promise
    await Promise.all([changing, call(server, 'POST /auth/users/forgot', { body: { email } })])
    expect(await mailsTo(server, email)).toEqual([])
  })

  test('a replaced address that was never confirmed is not confirmed by its link, and resets nothing any more', async () => {
    await setUnconfirmed()
    await call(server, 'POST /auth/email-verification', { body: { source: email } })
    const verification = await linkToken(server, email)
    const resetting = await askReset()
    const changed = await change(await tokenOf(server, account), `new.${email}`)
    expect(changed.body).toMatchObject({ email: `new.${email}`, emailVerified: false })
    expect((await confirm(verification)).status).toBe(400)
    expect((await reset(resetting)).status).toBe(400)
    expect((await confirm(await linkToken(server, `new.${email}`))).status).toBe(200)
  })

  test('a confirmed address holds until another one is confirmed, and gets the reset links until then', async () => {
    const token = await tokenOf(server, account)
    const changed = await change(token, `new.${email}`)
    expect(changed.body).toMatchObject({ email, emailVerified: true, pendingEmail: `new.${email}` })
    expect((await mailsTo(server, email))[0]?.text).toContain(`new.${email}`)
    const before = (await mailsTo(server, `new.${email}`)).length
    await call(server, 'POST /auth/users/forgot', { body: { email: `new.${email}` } })
    expect(await mailsTo(server, `new.${email}`)).toHaveLength(before)
    expect((await mailsTo(server, email)).some(({ subject }) => subject === 'Choose a new password')).toBe(false)
    await askReset()
    expect((await mailsTo(server, email)).some(({ subject }) => subject === 'Choose a new password')).toBe(true)
    expect((await confirm(await linkToken(server, `new.${email}`))).status).toBe(200)
    expect(await me(token)).toMatchObject({ email: `new.${email}`, emailVerified: true, pendingEmail: null })
  })

  test('a wanted address is taken back by a request for the one that holds, without a password', async () => {
    const token = await tokenOf(server, account)
    await change(token, `new.${email}`)
    const link = await linkToken(server, `new.${email}`)
    const cancelled = await call(server, 'PUT /users', { token, body: { email } })
    expect(cancelled).toMatchObject({ status: 200, body: { email, pendingEmail: null } })
    expect((await confirm(link)).status).toBe(400)
  })

  test('a replaced address comes back by its link for 48 hours, which ends the sessions', async () => {
    const login = { username: account, password: PASSWORD, remember: true }
    const token = String((await call(server, 'POST /auth/login', { body: login })).body['token'])
    await change(token, `new.${email}`)
    await confirm(await linkToken(server, `new.${email}`))
    const link = await linkToken(server, email)
    elapsedMs = 48 * HOUR_MS + 1_000
    expect((await undo(link)).status).toBe(400)
    elapsedMs = 47 * HOUR_MS
    expect((await call(server, 'GET /users/me', { token })).status).toBe(200)
    expect((await undo(link)).status).toBe(200)
    expect((await undo(link)).status).toBe(400)
    expect((await call(server, 'GET /users/me', { token })).status).toBe(401)
    expect(await me(await tokenOf(server, account))).toMatchObject({ email, emailVerified: true, pendingEmail: null })
    expect(await subjectsTo(email)).toContain('Choose a new password')
  })

  test('an address that was replaced twice comes back by the first link, although the second was used', async () => {
    const token = await tokenOf(server, account)
    const [second, third] = [`second.${email}`, `third.${email}`]
    await change(token, second)
    await confirm(await linkToken(server, second))
    const first = await linkToken(server, email)
    elapsedMs = 1_000
    await change(token, third)
    await confirm(await linkToken(server, third))
    const later = await linkToken(server, second)
    expect((await undo(later)).status).toBe(200)
    expect((await undo(first)).status).toBe(200)
    expect(await me(await tokenOf(server, account))).toMatchObject({ email, emailVerified: true })
    expect((await undo(later)).status).toBe(400)
  })

  test('an address of another account is answered alike, and told to its owner alone', async () => {
    const owner = `${account}.owner`
    await makeAccount(server, { username: owner })
    const address = `${owner}@example.test`
    const changed = await change(await tokenOf(server, account), address)
    expect(changed).toMatchObject({ status: 200, body: { email, pendingEmail: address } })
    const mails = await mailsTo(server, address)
    expect(mails.map(({ subject }) => subject)).toEqual(['You have an account already'])
  })
})

test('links, new passwords and new addresses at a time all get an answer, and one password stands', async () => {
  for (let round = 0; round < 5; round++) {
    const username = `${account}.${round}`
    await makeAccount(server, { username })
    const address = `${username}@example.test`
    const token = await tokenOf(server, username)
    await call(server, 'POST /auth/users/forgot', { body: { email: address } })
    const link = await linkToken(server, address)
    const answers = await Promise.all([
      reset(link, 'the password by link'),
      call(server, 'PUT /auth/users/me/password', {
        token,
        body: { source: PASSWORD, password: 'the password by form' },
      }),
      call(server, 'PUT /users', { token, body: { email: `new.${address}`, source: PASSWORD } }),
      reset(link, 'the password by link again'),
    ])
    for (const { status } of answers) expect([200, 400, 401]).toContain(status)
    const candidates = [PASSWORD, 'the password by link', 'the password by form', 'the password by link again']
    const tokens = await Promise.all(candidates.map((password) => tokenOf(server, username, password)))
    expect(tokens.filter((found) => found.startsWith('ey'))).toHaveLength(1)
  }
})

test.each([
  {},
  { token: 'short' },
  { email: 'nobody' },
  { token: 'x'.repeat(43), password: 'short' },
  { email: ['a@b.c'] },
])('the request %j is refused as invalid', async (body) => {
  expect((await call(server, 'POST /auth/users/forgot', { body })).status).toBe(400)
})

async function askReset(): Promise<string> {
  await call(server, 'POST /auth/users/forgot', { body: { email } })
  return linkToken(server, email)
}

function reset(token: string, password = NEW_PASSWORD, attempt?: string) {
  return call(server, 'POST /auth/users/forgot', { body: { token, password, attempt } })
}

function change(token: string, address: string) {
  return call(server, 'PUT /users', { token, body: { email: address, source: PASSWORD } })
}

function undo(token: string) {
  return call(server, 'POST /auth/email-undo', { body: { token } })
}

function confirm(token: string) {
  return call(server, 'POST /auth/email-verification', { body: { token } })
}

async function setUnconfirmed(): Promise<void> {
  await transact(server.app, null, async (tx) => {
    const user = await tx.em.findOneOrFail(User, { username: account })
    tx.em.assign(user, { email: null, emailVerifiedAt: null, pendingEmail: email })
  })
}

async function me(token: string): Promise<Record<string, unknown>> {
  return (await call(server, 'GET /users/me', { token })).body
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const start = performance.now()
  return { answer: await work(), ms: performance.now() - start }
}
