import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { takeEmail } from '../../accounts/email/change-email.ts'
import { User } from '../../accounts/entity.ts'
import { call, mailsTo, makeAccount, PASSWORD } from '../../accounts/testing/api.ts'
import { StaffRole } from '../../staff/entity.ts'
import { RecoveryCode } from '../entity.ts'
import { hasFactor } from '../queries.ts'
import { replaceRecoveryCodes } from '../recovery-codes.ts'
import { addFactor } from '../testing/add-factor.ts'
import { FactorReset } from './entity.ts'
import { workResetsJob } from './work-resets-job.ts'

const DAY_S = 86_400
const SUBJECT = 'The second factor of your account is to be removed'

let server: TestServer
let now = new Date()
let person: Person
let code: () => Promise<string>
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
beforeEach(async () => {
  now = new Date('2026-12-01T12:00:00.000Z')
  count += 1
  person = await signIn(server, await makeAccount(server, { username: `loser${count}` }))
  await confirmed(20)
  code = (await addFactor(server, person.id)).code
})
afterAll(() => server.stop())

/** The address of the account was confirmed so many days ago. */
async function confirmed(days: number): Promise<void> {
  const emailVerifiedAt = new Date(now.getTime() - days * DAY_S * 1_000)
  await server.app.orm.em.fork().nativeUpdate(User, { id: person.id }, { emailVerifiedAt })
}

const em = () => server.app.orm.em.fork()
const work = () => workResetsJob.run(server.app, new AbortController().signal)
const mails = async () => (await mailsTo(server, person.user.email ?? '')).filter(({ subject }) => subject === SUBJECT)
const ask = (challengeId: unknown) => call(server, 'POST /auth/factor-reset', { body: { challengeId } })
const stop = () => call(server, 'POST /auth/users/me/factor-reset/stop', { token: person.token })

async function later(days: number): Promise<void> {
  now = new Date(now.getTime() + days * DAY_S * 1_000)
  await work()
}

/** A login with the right password, up to its second step. */
async function challenge(password = PASSWORD): Promise<string | undefined> {
  const { body } = await call(server, 'POST /auth/login', { body: { username: person.user.username, password } })
  const details = (body['details'] ?? []) as { path: string; message: string }[]
  return details.find(({ path }) => path === 'secondFactor')?.message
}

describe('an owner who has lost each second factor', () => {
  test('is rid of them after seven days and three mails, not before', async () => {
    const { status, body } = await ask(await challenge())
    expect([status, body]).toEqual([200, { dueAt: '2026-12-08T12:00:00.000Z' }])
    expect(await mails()).toHaveLength(1)
    await later(2.9)
    expect(await mails()).toHaveLength(1)
    await later(0.2)
    await work()
    expect(await mails()).toHaveLength(2)
    await later(3)
    await later(0.89)
    expect([await mails(), await hasFactor(em(), person.id)]).toEqual([expect.objectContaining({ length: 3 }), true])
    expect((await mails())[0]?.text).toContain('removed on 2026-12-08 12:00 UTC')
    await transact(server.app, null, (tx) => replaceRecoveryCodes(tx, person.id))
    await later(0.01)
    expect(await hasFactor(em(), person.id)).toBe(false)
    expect(await em().count(RecoveryCode, { userId: person.id })).toBe(0)
    expect((await mailsTo(server, person.user.email ?? ''))[0]?.text).toContain('all second factors of your account')
    const login = { username: person.user.username, password: PASSWORD }
    expect((await call(server, 'POST /auth/login', { body: login })).status).toBe(200)
  })

  test('asks once, however often', async () => {
    const first = await ask(await challenge())
    await later(1)
    const again = await ask(await challenge())
    expect(again.body).toEqual(first.body)
    const [one, two] = [await challenge(), await challenge()]
    await Promise.all([ask(one), ask(two), ask(one)])
    expect(await em().count(FactorReset, { userId: person.id })).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  test('is seen on the security page of each session, which can stop it', async () => {
    const read = async () =>
      (await call(server, 'GET /auth/users/me/security', { token: person.token })).body['resetDueAt']
    expect(await read()).toBeNull()
    await ask(await challenge())
    expect(await read()).toBe('2026-12-08T12:00:00.000Z')
    expect((await stop()).status).toBe(200)
    expect(await read()).toBeNull()
    await later(8)
    expect(await hasFactor(em(), person.id)).toBe(true)
  })

  test('has to wait seven days after it was stopped', async () => {
    await ask(await challenge())
    await stop()
    await later(6.9)
    expect((await ask(await challenge())).body['message']).toBe(
      'This was stopped within the last 7 days. Ask again later.',
    )
    await later(0.2)
    expect((await ask(await challenge())).status).toBe(200)
  })

  test('has not lost one that is used', async () => {
    await ask(await challenge())
    const given = { challengeId: await challenge(), code: await code() }
    expect((await call(server, 'POST /auth/second-factor', { body: given })).status).toBe(200)
    await later(8)
    expect(await hasFactor(em(), person.id)).toBe(true)
    expect((await em().findOneOrFail(FactorReset, { userId: person.id })).state).toBe('stopped')
  })

  test('keeps them by the link "This was not me"', async () => {
    // The factor is older than any mail of the intruder.
    await later(10)
    await ask(await challenge())
    const token = /notMe=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1]
    expect((await call(server, 'POST /auth/not-me', { body: { token } })).status).toBe(200)
    await later(8)
    expect(await hasFactor(em(), person.id)).toBe(true)
  })

  test('keeps them where the password was changed meanwhile', async () => {
    await ask(await challenge())
    await call(server, 'POST /auth/users/forgot', { body: { email: person.user.email } })
    const [mail] = await mailsTo(server, person.user.email ?? '')
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const password = 'another long password'
    expect((await call(server, 'POST /auth/users/forgot', { body: { token, password } })).status).toBe(200)
    await later(8)
    expect(await hasFactor(em(), person.id)).toBe(true)
  })
})

describe('nobody is robbed by it', () => {
  test('where nobody was there to write: each mail leaves its days', async () => {
    await ask(await challenge())
    now = new Date(now.getTime() + 6.5 * DAY_S * 1_000)
    await work()
    expect([(await mails()).length, await hasFactor(em(), person.id)]).toEqual([2, true])
    await later(1.9)
    expect([(await mails()).length, await hasFactor(em(), person.id)]).toEqual([2, true])
    await later(0.2)
    expect([(await mails()).length, await hasFactor(em(), person.id)]).toEqual([3, true])
    await later(0.8)
    expect(await hasFactor(em(), person.id)).toBe(true)
    await later(0.2)
    expect(await hasFactor(em(), person.id)).toBe(false)
  })

  test('where a former database is looked at late: the seven days begin anew', async () => {
    await ask(await challenge())
    await later(3.1)
    await later(3.1)
    expect(await mails()).toHaveLength(3)
    now = new Date(now.getTime() + 4 * DAY_S * 1_000)
    await work()
    expect([(await mails()).length, await hasFactor(em(), person.id)]).toEqual([4, true])
    const { dueAt } = await em().findOneOrFail(FactorReset, { userId: person.id })
    expect(dueAt).toEqual(new Date(now.getTime() + 7 * DAY_S * 1_000))
  })

  test('where the address is new, or becomes another one meanwhile', async () => {
    await confirmed(13.9)
    expect((await ask(await challenge())).body['message']).toBe(
      'The address of this account was confirmed within the last 14 days. Ask again later.',
    )
    await confirmed(14.1)
    expect((await ask(await challenge())).status).toBe(200)
    await transact(server.app, null, async (tx) => {
      const user = await tx.em.findOneOrFail(User, { id: person.id })
      await takeEmail(tx, user, { email: `new.${user.email}` })
    })
    expect((await em().findOneOrFail(FactorReset, { userId: person.id })).state).toBe('stopped')
  })

  test('where the site sends no mail', async () => {
    const { config } = server.app
    const { mailbox } = config
    config.mailbox = 'off'
    const { status, body } = await ask(await challenge())
    config.mailbox = mailbox
    expect([status, body['message']]).toEqual([409, 'This site sends no mail, so the owner could not be told.'])
    expect(await em().count(FactorReset, { userId: person.id })).toBe(0)
  })

  test('and a stop that comes too late says so', async () => {
    await ask(await challenge())
    await later(3.1)
    await later(3.1)
    await later(1)
    person = await signIn(server, person.user)
    expect((await stop()).body['message']).toBe('It is too late: your second factors were removed. Add a new one.')
  })
})

describe('is refused to', () => {
  test('somebody without the first factor, with a challenge that has ended or is not there', async () => {
    expect(await challenge('a wrong password')).toBeUndefined()
    const id = await challenge()
    now = new Date(now.getTime() + 301_000)
    expect((await ask(id)).status).toBe(401)
    expect((await ask('00000000-0000-4000-8000-000000000000')).status).toBe(401)
    expect(await em().count(FactorReset, { userId: person.id })).toBe(0)
  })

  test('staff, also to those who were made staff meanwhile', async () => {
    await ask(await challenge())
    await transact(server.app, null, ({ em, now: at }) => {
      em.create(StaffRole, { userId: person.id, role: 'support', grantedAt: at })
      return Promise.resolve()
    })
    await later(8)
    expect(await hasFactor(em(), person.id)).toBe(true)
    const { status, body } = await ask(await challenge())
    expect([status, body['message']]).toEqual([
      409,
      'Staff need a second factor. Ask an admin to take your role back first.',
    ])
  })

  test('creators, whose documents are compared first', async () => {
    const creator = await signIn(server, await makeAccount(server, { username: `maker${count}`, isPerformer: true }))
    person = creator
    await confirmed(20)
    await addFactor(server, creator.id)
    const { status, body } = await ask(await challenge())
    expect([status, body['message']]).toEqual([
      409,
      'A creator’s money is behind this. Contact support: we compare your documents first.',
    ])
  })
})
