import { randomUUID } from 'node:crypto'
import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../accounts/entity.ts'
import { call, mailsTo } from '../accounts/testing/api.ts'
import { addFactor, elevate } from '../factors/testing/add-factor.ts'
import { Approval, StaffRole } from './entity.ts'
import { grantRole, revokeRole, rolesOf } from './roles.ts'

const HOUR_MS = 3_600_000

let server: TestServer
let [elapsedMs, count] = [0, 0]
let ada: Person
let ben: Person
let fan: Person
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.app.orm.em.fork().nativeDelete(StaffRole, {})
  await server.app.orm.em.fork().nativeDelete(Approval, {})
  ;[ada, ben, fan] = [await staff('ada', 'admin'), await staff('ben', 'admin'), await staff('fan')]
})

async function staff(name: string, ...roles: StaffRoleName[]): Promise<Person> {
  const person = await makePerson(server, `${name}.${(count += 1)}`)
  for (const role of roles) await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role }))
  await addFactor(server, person.id)
  return person
}

async function at(person: Person, target: Parameters<typeof call>[1], body?: unknown) {
  await elevate(server, person.actor.sessionId)
  return call(server, target, { token: person.token, ...(body !== undefined && { body }) })
}

/** Asks for a part for the fan; answers the id of the request. */
async function asked(by: Person, role: StaffRoleName = 'support', username = fan.user.username): Promise<string> {
  const _id = randomUUID()
  const answer = await at(by, 'POST /desk/staff', { _id, username, role, reason: 'She helps.' })
  expect(answer.status, answer.text).toBe(200)
  return _id
}

const execute = (by: Person, id: string) => at(by, `POST /desk/approvals/${id}/execute`)
const waiting = async (by: Person) => (await at(by, 'GET /desk/approvals')).body as { data: object[]; total: number }

test('a second person does what the first one asked for, once', async () => {
  const id = await asked(ada)
  expect(await rolesOf(server.app.orm.em.fork(), fan.id)).toEqual([])
  const facts = { account: fan.user.username, role: 'support', now: '' }
  expect(await waiting(ada)).toMatchObject({
    data: [{ _id: id, kind: 'staff.grant', facts, whyNot: 'A second person has to approve this.' }],
  })
  expect(await waiting(ben)).toMatchObject({ total: 1, data: [{ requestedBy: ada.user.username, whyNot: null }] })
  expect(await execute(ada, id)).toMatchObject({
    status: 403,
    body: { message: 'A second person has to approve this.' },
  })
  expect((await execute(ben, id)).status).toBe(200)
  expect(await rolesOf(server.app.orm.em.fork(), fan.id)).toEqual(['support'])
  expect(await execute(ben, id)).toMatchObject({ status: 409, body: { message: 'This does not wait any more.' } })
  expect((await waiting(ben)).total).toBe(0)
  const entries = await server.app.orm.em
    .fork()
    .find(AuditEntry, { subjectId: { $in: [id, fan.id] } }, { orderBy: { seq: 'asc' } })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['approval.ask', ada.id],
    ['approval.execute', ben.id],
    ['staff.grant', ben.id],
  ])
  expect(
    entries.every(({ sessionId, network, requestId, operator }) => sessionId && network && requestId && !operator),
  ).toBe(true)
})

test('two who consent at once do it once', async () => {
  const cat = await staff('cat', 'admin')
  const id = await asked(ada)
  const answers = await Promise.all([execute(ben, id), execute(cat, id), execute(ben, id), execute(cat, id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(await server.app.orm.em.fork().count(AuditEntry, { action: 'staff.grant', subjectId: fan.id })).toBe(1)
})

test('the same request again is one, and the same thing is asked for once', async () => {
  const body = { _id: randomUUID(), username: fan.user.username, role: 'support', reason: 'She helps.' }
  for (let n = 0; n < 2; n += 1) expect((await at(ada, 'POST /desk/staff', body)).status).toBe(200)
  expect((await waiting(ben)).total).toBe(1)
  expect(await at(ben, 'POST /desk/staff', { ...body, _id: randomUUID() })).toMatchObject({
    ...{ status: 409, body: { message: 'This waits for a second person already.' } },
  })
})

test('any declared kind is asked for by its payload, by those who may decide it', async () => {
  const helper = await staff('dee', 'support')
  const ask = (by: Person, given: object) => {
    const payload = { userId: fan.id, role: 'support', more: 1 }
    return at(by, 'POST /desk/approvals', { _id: randomUUID(), kind: 'staff.grant', payload, reason: 'Why.', ...given })
  }
  const nothing = { status: 404, body: { message: 'There is no such request.' } }
  expect(await ask(helper, {})).toMatchObject(nothing)
  expect(await ask(ada, { kind: 'staff.promote' })).toMatchObject(nothing)
  expect(await ask(ada, { payload: { userId: 'x', role: 'support' } })).toMatchObject({
    ...{ status: 400, body: { message: 'This id is not valid.' } },
  })
  expect((await waiting(ben)).total).toBe(0)
  const _id = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await ask(ada, { _id })).status).toBe(200)
  expect((await execute(ben, _id)).status).toBe(200)
  expect(await rolesOf(server.app.orm.em.fork(), fan.id)).toEqual(['support'])
})

test('a thing that has changed since it was asked for is not done', async () => {
  const id = await asked(ada)
  await transact(server.app, null, (tx) => grantRole(tx, { userId: fan.id, role: 'finance' }))
  expect(await execute(ben, id)).toMatchObject({
    ...{ status: 409, body: { message: 'This has changed since it was asked for. Look again.' } },
  })
  expect(await rolesOf(server.app.orm.em.fork(), fan.id)).toEqual(['finance'])
})

test('nobody consents to a part of their own', async () => {
  const id = await asked(ada, 'finance', ben.user.username)
  expect(await execute(ben, id)).toMatchObject({
    ...{ status: 403, body: { message: 'Another person has to decide on your own account.' } },
  })
})

test('nobody refuses a request about themselves, but may withdraw their own', async () => {
  const id = await asked(ada, 'finance', ben.user.username)
  const refuse = (by: Person) => at(by, `POST /desk/approvals/${id}/refuse`, { reason: 'No.' })
  expect(await refuse(ben)).toMatchObject({
    ...{ status: 403, body: { message: 'Another person has to decide on your own account.' } },
  })
  expect((await refuse(ada)).status).toBe(200)
})

test('a request of a person who is staff no longer is not done', async () => {
  const cat = await staff('cat', 'admin')
  const id = await asked(cat)
  await transact(server.app, null, (tx) => revokeRole(tx, { userId: cat.id, role: 'admin' }))
  expect(await execute(ben, id)).toMatchObject({
    ...{ status: 409, body: { message: 'The person who asked for this may not do it any more. Refuse it.' } },
  })
})

test('an id that another request has is refused', async () => {
  const _id = await asked(ada)
  const body = { _id, username: fan.user.username, role: 'finance', reason: 'Other words.' }
  for (const person of [ada, ben]) expect((await at(person, 'POST /desk/staff', body)).status).toBe(409)
})

test('where the others went after the request, nobody does it alone: it is asked for anew, with a mail', async () => {
  const id = await asked(ada)
  await transact(server.app, null, (tx) => revokeRole(tx, { userId: ben.id, role: 'admin' }))
  elapsedMs += 25 * HOUR_MS
  const early = await execute(await again(ada), id)
  expect(early).toMatchObject({
    status: 403,
    body: { message: 'Nobody else may approve this any more. Withdraw it, and ask anew.' },
  })
  expect(await mailsTo(server, `${ada.user.username}@example.test`)).toEqual([])
})

test('an admin who cannot log in does not count as another one', async () => {
  await server.app.orm.em.fork().nativeUpdate(User, { id: ben.id }, { status: 'suspended' })
  const take = transact(server.app, null, (tx) => revokeRole(tx, { userId: ada.id, role: 'admin' }))
  await expect(take).rejects.toThrow('This is the last admin.')
})

test('refused, withdrawn and ended requests are not done', async () => {
  const [refused, withdrawn] = [await asked(ada), await asked(ada, 'moderator', (await staff('eve')).user.username)]
  expect((await at(ben, `POST /desk/approvals/${refused}/refuse`, { reason: 'No.' })).status).toBe(200)
  expect((await at(ada, `POST /desk/approvals/${withdrawn}/refuse`, { reason: 'Wrong name.' })).status).toBe(200)
  for (const id of [refused, withdrawn]) expect((await execute(ben, id)).status).toBe(409)
  const states = async (state: string) =>
    ((await at(await again(ada), `GET /desk/approvals?state=${state}`)).body['data'] as object[]).length
  expect([await states('refused'), await states('withdrawn')]).toEqual([1, 1])
  const late = await asked(ada)
  const ended = await states('expired')
  elapsedMs += 72 * HOUR_MS - 60_000
  expect(await states('expired')).toBe(ended)
  elapsedMs += 60_000
  expect(await states('expired')).toBe(ended + 1)
  ;[ada, ben] = [await staff('ada', 'admin'), await staff('ben', 'admin')]
  expect((await execute(ben, late)).status).toBe(409)
})

test('where nobody else could consent, the same person may after a day, and the admins had a mail', async () => {
  await transact(server.app, null, (tx) => revokeRole(tx, { userId: ben.id, role: 'admin' }))
  const id = await asked(ada)
  expect(await mailsTo(server, `${ada.user.username}@example.test`)).toMatchObject([
    { subject: 'A request waits for a second person' },
  ])
  elapsedMs += 24 * HOUR_MS - 60_000
  const early = await execute(await again(ada), id)
  expect(early).toMatchObject({
    status: 403,
    body: { message: 'Nobody else may approve this, so that you can 24 hours after you asked.' },
  })
  elapsedMs += 60_000
  expect((await execute(await again(ada), id)).status).toBe(200)
})

test('two admins who take the part from each other at once leave one', async () => {
  const take = ({ id }: Person) => transact(server.app, null, (tx) => revokeRole(tx, { userId: id, role: 'admin' }))
  for (let n = 0; n < 5; n += 1) {
    const results = await Promise.allSettled([take(ada), take(ben)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const { id } of [ada, ben])
      await transact(server.app, null, (tx) => grantRole(tx, { userId: id, role: 'admin' }))
  }
})

test('the desk closes after 30 idle minutes, and after 8 hours in any case', async () => {
  const me = () => call(server, 'GET /desk/me', { token: ada.token }).then(({ status }) => status)
  expect(await me()).toBe(403)
  await elevate(server, ada.actor.sessionId)
  expect(await me()).toBe(200)
  elapsedMs += 29 * 60_000
  expect(await me()).toBe(200)
  elapsedMs += 29 * 60_000
  expect(await me()).toBe(200)
  elapsedMs += 31 * 60_000
  expect(await me()).toBe(403)
  await elevate(server, ada.actor.sessionId)
  expect(await me()).toBe(200)
  for (let minutes = 20; minutes < 480; minutes += 20) {
    elapsedMs += 20 * 60_000
    expect(await me()).toBe(200)
  }
  elapsedMs += 20 * 60_000
  expect(await me()).toBe(403)
})

/** Another session of the same person: the first one may have run out. */
function again({ user }: Person): Promise<Person> {
  return signIn(server, user)
}
