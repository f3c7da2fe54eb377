import { createHash, randomUUID } from 'node:crypto'
import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call, linkToken, mailsTo } from '../../people/accounts/testing/api.ts'
import { addFactor, elevate } from '../../people/factors/testing/add-factor.ts'
import { grantRole } from '../../people/staff/roles.ts'
import { UserNote } from './entity.ts'

let server: TestServer
let count = 0
let fan: Person
const staff = new Map<StaffRoleName, Person>()
const reason = 'She wrote to support.'

beforeAll(async () => {
  server = await startTestServer()
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) {
    const person = await makePerson(server, `users.${role}`)
    await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role }))
    await addFactor(server, person.id)
    staff.set(role, person)
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  fan = await makePerson(server, `users.fan.${(count += 1)}`)
})

const by = (role: StaffRoleName) => staff.get(role) ?? expect.fail(role)
async function at(role: StaffRoleName, target: Parameters<typeof call>[1], body?: object) {
  const { token, actor } = by(role)
  await elevate(server, actor.sessionId)
  return call(server, target, { token, ...(body && { body: { _id: randomUUID(), ...body } }) })
}
const audited = (subjectId: string) =>
  server.app.orm.em.fork().execute<{ action: string; after: unknown; text: string | null }[]>(
    `select action, after, (select text from audit_text t where t.entry_id = e.id) as text from audit_entry e
       where subject_id = ? and action like 'user.%' order by seq`,
    [subjectId],
  )

test('staff see of an account as much as their part allows, and nobody sees a secret', async () => {
  await addFactor(server, fan.id)
  const seen = async (role: StaffRoleName) => (await at(role, `GET /desk/users/${fan.id}`)).body
  const common = { _id: fan.id, role: 'fan', status: 'active', isOwn: false, reports: { open: 0, total: 0 }, notes: [] }
  const factors = { hasTotp: true, passkeys: 0, codesLeft: 0 }
  expect(await seen('support')).toMatchObject({ ...common, factors, sessions: [{ name: '' }], money: null })
  expect(await seen('moderator')).toMatchObject({ ...common, factors, money: null })
  expect(await seen('finance')).toMatchObject({ ...common, factors: null, sessions: null, money: { balance: 0 } })
  const { text } = await at('admin', `GET /desk/users/${fan.id}`)
  for (const secret of ['passwordHash', 'secret', 'tokenHash']) expect(text).not.toContain(secret)
})

test('support ends all sessions of an account, which is audited once', async () => {
  const second = await signIn(server, fan.user)
  const target = `POST /desk/users/${fan.id}/sessions/end` as const
  expect((await at('support', target, { reason })).body).toEqual({ success: true, ended: 2 })
  expect((await at('support', target, { reason })).body).toEqual({ success: true, ended: 0 })
  for (const token of [fan.token, second.token]) {
    expect((await call(server, 'GET /users/me', { token })).status).toBe(401)
  }
  expect(await audited(fan.id)).toEqual([{ action: 'user.end-sessions', after: { ended: 2 }, text: reason }])
})

test('support begins the seven days without a second factor for an owner who was known by documents, once', async () => {
  await addFactor(server, fan.id)
  await confirmLongAgo(fan.id)
  const target = `POST /desk/users/${fan.id}/factor-reset` as const
  const first = await at('support', target, { reason })
  expect(first).toMatchObject({ status: 200, body: { dueAt: expect.any(String) as string } })
  expect((await at('support', target, { reason })).body).toEqual(first.body)
  const [mail] = await mailsTo(server, fan.user.email ?? '')
  expect(mail?.subject).toBe('The second factor of your account is to be removed')
  const resetId = expect.any(String) as string
  expect(await audited(fan.id)).toEqual([{ action: 'user.factor-reset', after: { resetId }, text: reason }])
  // A creator's money takes two persons.
  const creator = await makePerson(server, `second.${count}`, true)
  await addFactor(server, creator.id)
  await confirmLongAgo(creator.id)
  const alone = await at('support', `POST /desk/users/${creator.id}/factor-reset`, { reason })
  expect(alone).toMatchObject({ status: 403, body: { details: [{ path: 'approval', message: 'user.factor-reset' }] } })
  // An address that support has just set tells the owner nothing.
  await server.app.orm.em.fork().nativeUpdate(User, { id: fan.id }, { emailVerifiedAt: new Date() })
  expect((await at('support', target, { reason })).status).toBe(409)
  // Staff keep theirs.
  const staff = await at('admin', `POST /desk/users/${by('support').id}/factor-reset`, { reason })
  expect(staff).toMatchObject({ status: 409, body: { message: 'Staff need a second factor.' } })
})

test('a changed address holds once its owner has confirmed it, and the former one is told', async () => {
  const email = `new.${count}@desk.test`
  const target = `POST /desk/users/${fan.id}/email` as const
  expect((await at('support', target, { email: email.toUpperCase(), reason })).status).toBe(200)
  const account = () => server.app.orm.em.fork().findOneOrFail(User, { id: fan.id })
  const former = fan.user.email ?? ''
  expect(await account()).toMatchObject({ email: former, pendingEmail: email })
  expect((await mailsTo(server, former))[0]?.subject).toBe('A new email address for your account')
  await call(server, 'POST /auth/email-verification', { body: { token: await linkToken(server, email) } })
  expect(await account()).toMatchObject({ email, pendingEmail: null })
  // The former address can take it back.
  expect((await mailsTo(server, former))[0]?.subject).toBe('Your email address was changed')
  // The audit has no address.
  expect(await audited(fan.id)).toEqual([{ action: 'user.email', after: null, text: reason }])
})

test('nobody acts on the own account, and support on none of staff', async () => {
  const before = by('support').user.email
  for (const [role, target, message] of [
    ['support', 'support', 'Another person has to decide on your own account.'],
    ['support', 'admin', 'This is an account of staff. An admin has to do this.'],
    ['admin', 'admin', 'Another person has to decide on your own account.'],
  ] as const) {
    for (const path of ['sessions/end', 'email'] as const) {
      const answer = await at(role, `POST /desk/users/${by(target).id}/${path}`, { email: 'mine@desk.test', reason })
      expect(answer).toMatchObject({ status: 403, body: { message } })
    }
    expect(await audited(by(target).id)).toEqual([])
  }
  expect((await at('admin', `POST /desk/users/${by('support').id}/email`, { email: before, reason })).status).toBe(200)
})

test('a note stands once, and the audit has its hash alone', async () => {
  const target = `POST /desk/users/${fan.id}/note` as const
  const note = { _id: randomUUID(), text: 'Lost the phone.' }
  for (let time = 0; time < 2; time += 1) expect((await at('finance', target, note)).status).toBe(200)
  expect((await at('support', target, note)).status).toBe(409)
  expect((await at('finance', target, { text: ' ' })).status).toBe(400)
  const textHash = createHash('sha256').update(note.text).digest('hex')
  expect(await audited(fan.id)).toEqual([{ action: 'user.note', after: { noteId: note._id, textHash }, text: null }])
  const { body } = await at('support', `GET /desk/users/${fan.id}`)
  expect(body['notes']).toMatchObject([{ _id: note._id, by: by('finance').user.username, text: note.text }])
  await server.app.orm.em.fork().nativeDelete(UserNote, { id: note._id })
})

test('a look as an account is text without links, audited, and never at a conversation', async () => {
  for (const view of ['feed', 'profile', 'orders', 'wallet', 'subscriptions'] as const) {
    const { status, body } = await at('admin', `GET /desk/users/${fan.id}/seen/${view}`)
    expect([view, status, typeof body['text']]).toEqual([view, 200, 'string'])
    expect(String(body['text'])).not.toMatch(/: (?:\/|https?:)/)
    if (view === 'profile') expect(body['text']).toContain(`username: ${fan.user.username}`)
  }
  const looks = (await audited(fan.id)).map(({ action, after }) => [action, after])
  expect(looks).toContainEqual(['user.look', { view: 'wallet' }])
  expect(looks).toHaveLength(5)
  // Money is for those who may see it elsewhere.
  for (const view of ['orders', 'wallet', 'subscriptions'] as const)
    expect((await at('support', `GET /desk/users/${fan.id}/seen/${view}`)).status).toBe(404)
  expect((await at('support', `GET /desk/users/${fan.id}/seen/feed`)).status).toBe(200)
  const answer = await at('admin', `GET /desk/users/${fan.id}/seen/conversation`)
  expect(answer).toMatchObject({ status: 403, body: { details: [{ path: 'approval' }] } })
})

async function confirmLongAgo(id: string): Promise<void> {
  const emailVerifiedAt = new Date('2020-01-01T00:00:00.000Z')
  await server.app.orm.em.fork().nativeUpdate(User, { id }, { emailVerifiedAt })
}
