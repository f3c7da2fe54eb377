import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../accounts/entity.ts'
import { call, mailsTo, makeAccount, PASSWORD } from '../accounts/testing/api.ts'
import { StaffRole } from '../staff/entity.ts'
import { Passkey, RecoveryCode } from './entity.ts'
import { factorsOf } from './queries.ts'
import { tellOwner } from './tell-owner.ts'
import { addFactor } from './testing/add-factor.ts'

const DAY_S = 86_400

let server: TestServer
let now = new Date()
let person: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
beforeEach(async () => {
  now = new Date('2026-12-01T12:00:00.000Z')
  count += 1
  person = await signIn(server, await makeAccount(server, { username: `denier${count}` }))
})
afterAll(() => server.stop())

const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))
const factors = () => factorsOf(server.app.orm.em.fork(), person.id)
const mails = () => mailsTo(server, person.user.email ?? '')
const logIn = () => call(server, 'POST /auth/login', { body: { username: person.user.username, password: PASSWORD } })

/** A passkey with its mail, past the API. */
async function addKey(name: string): Promise<void> {
  await transact(server.app, null, async (tx) => {
    tx.em.create(Passkey, {
      ...{ userId: person.id, name, credentialId: randomUUID(), counter: 0, publicKey: 'none' },
      ...{ deviceType: 'multiDevice', backedUp: true, transports: [], createdAt: tx.now, lastUsedAt: null },
    })
    await tx.em.flush()
    await tellOwner(tx, await tx.em.findOneOrFail(User, { id: person.id }), `the passkey "${name}" was added.`)
  })
}

async function denyByNewest(): Promise<void> {
  const tokens = (await mails()).flatMap(({ text }) => /notMe=([\w-]+)/.exec(text)?.[1] ?? [])
  expect((await call(server, 'POST /auth/not-me', { body: { token: tokens[0] } })).status).toBe(200)
}

test('a denial by the newest mail removes a key that was added since an older one', async () => {
  await logIn()
  later(60)
  await addKey('Thief')
  later(60)
  await tellOfSomething()
  await denyByNewest()
  expect(await factors()).toMatchObject({ passkeys: 0, hasTotp: false })
})

test('a key from before the mails whose links are open stays', async () => {
  await addKey('Own')
  later(8 * DAY_S)
  await tellOfSomething()
  await denyByNewest()
  expect(await factors()).toMatchObject({ passkeys: 1 })
})

test('a mailbox alone takes no factor from an account that had another before, and the owner hears which is new', async () => {
  await addFactor(server, person.id)
  later(8 * DAY_S)
  await addKey('Second')
  await denyByNewest()
  expect(await factors()).toMatchObject({ passkeys: 1, hasTotp: true })
  expect((await call(server, 'GET /users/me', { token: person.token })).status).toBe(401)
  const told = (await mails()).find(({ subject }) => subject === 'Look at the sign-in of your account')
  expect(told?.text).toContain('- the passkey "Second"')
  expect(told?.text).not.toContain('authenticator app')
})

test('an app that has taken the place of another stays where older recovery codes tell of that', async () => {
  const em = server.app.orm.em.fork()
  em.create(RecoveryCode, { userId: person.id, hash: 'a'.repeat(64), createdAt: now, usedAt: null })
  await em.flush()
  later(8 * DAY_S)
  await addFactor(server, person.id)
  await tellOfSomething()
  await denyByNewest()
  expect(await factors()).toMatchObject({ hasTotp: true, codesLeft: 1 })
})

test('the first factor of an account goes with the mail about it', async () => {
  later(8 * DAY_S)
  await addKey('First')
  await denyByNewest()
  expect(await factors()).toMatchObject({ passkeys: 0 })
})

test('staff keep the factors that they have, and their sessions end', async () => {
  const em = server.app.orm.em.fork()
  em.create(StaffRole, { userId: person.id, role: 'support', grantedAt: now })
  await em.flush()
  await addKey('First')
  await denyByNewest()
  expect(await factors()).toMatchObject({ passkeys: 1 })
  expect((await call(server, 'GET /users/me', { token: person.token })).status).toBe(401)
})

/** A mail with a link, as of a login. */
async function tellOfSomething(): Promise<void> {
  await transact(server.app, null, async (tx) =>
    tellOwner(tx, await tx.em.findOneOrFail(User, { id: person.id }), 'something has changed.'),
  )
}
