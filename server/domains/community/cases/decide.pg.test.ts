import { randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { decideCase } from './decide-case.ts'
import { Case, Decision } from './entity.ts'
import { decideAndClose, operatorDecision } from './operator-decision.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ada: Person
let ben: Person
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'decide.ada', 'admin')
  ben = await makeStaff(server, 'decide.ben', 'moderator')
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

/** A gallery that a fan has reported, in its case. */
async function reported() {
  count += 1
  const fan = await makePerson(server, `decide.fan.${count}`)
  const creator = await makePerson(server, `decide.creator.${count}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const caseId = await report(fan, id)
  return { fan, creator, id, caseId, path: `POST /desk/cases/${caseId}/decide` as const }
}

async function report({ token }: Person, objectId: string): Promise<string> {
  const body = { objectType: 'gallery', objectId, category: 'spam' }
  expect((await call(server, 'POST /reports', { token, body })).status).toBe(200)
  return (await em().findOneOrFail(Case, { objectId, state: { $ne: 'closed' } })).id
}

const seen = async (id: string) => (await call(server, `GET /performer-assets/galleries/${id}`)).status

test('a decision hides the thing, settles its reports and tells both sides', async () => {
  const { fan, creator, id, caseId, path } = await reported()
  await em().execute(`update "user" set email = username || '@decide.test' where id = any(?::uuid[])`, [
    `{${fan.id},${creator.id}}`,
  ])
  const body = decision({ kind: 'hide', version: 0 })
  expect((await atDesk(ben, path, body)).status).toBe(200)
  expect(await seen(id)).toBe(404)
  const detail = (await atDesk(ben, `GET /desk/cases/${caseId}`)).body
  expect(detail).toMatchObject({ state: 'decided', version: 1, now: { isHidden: true } })
  expect(detail['decisions']).toMatchObject([{ kind: 'hide', by: ben.user.username, isAlive: true }])
  const mails = await em().find(Mail, { to: { $like: '%@decide.test' } })
  const to = new Map(mails.map((mail) => [mail.to, mail.text]))
  expect(to.get(`${creator.user.username}@decide.test`)).toContain('It sells watches.')
  expect(to.get(`${creator.user.username}@decide.test`)).toContain(`/user/decisions/${body._id}`)
  expect(to.get(`${fan.user.username}@decide.test`)).not.toContain('It sells watches.')
  // The same again is the same decision.
  expect((await atDesk(ben, path, body)).status).toBe(200)
  expect(await em().count(Decision, { caseId })).toBe(1)
})

test('staff are suspended by those who manage staff alone, and the last admin by nobody', async () => {
  const mod = await makeStaff(server, 'decide.mod', 'moderator')
  const suspend = (by: Person, { id }: Person) =>
    atDesk(by, `POST /desk/things/user/${id}/decide`, decision({ kind: 'suspend' }))
  expect((await suspend(ben, mod)).status).toBe(403)
  expect((await suspend(ben, ada)).status).toBe(403)
  expect((await suspend(ada, mod)).status).toBe(200)
  // Not by the operator either.
  const last = { type: 'user', id: ada.id } as const
  const byCommand = transact(server.app, null, (tx) => decideAndClose(tx, last, operatorDecision('suspend', '')))
  await expect(byCommand).rejects.toMatchObject({ kind: 'conflict' })
})

test('a reporter reads nothing of the thing in what became of a report', async () => {
  const { caseId, path, fan } = await reported()
  const body = decision({ kind: 'hide', version: 0 })
  expect((await atDesk(ben, path, body)).status).toBe(200)
  const { preview } = await em().findOneOrFail(Case, { id: caseId })
  expect(preview).not.toBe('')
  const mine = await call(server, 'GET /reports/mine', { token: fan.token })
  const told = await call(server, `GET /decisions/${body._id}`, { token: fan.token })
  expect([mine.status, told.status]).toEqual([200, 200])
  for (const { text } of [mine, told]) expect(text).not.toContain(preview)
})

test('one decision stands when two people decide at once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { caseId, path } = await reported()
    const answers = await Promise.all([
      atDesk(ada, path, decision({ kind: 'hide', version: 0 })),
      atDesk(ben, path, decision({ kind: 'none', version: 0 })),
      atDesk(ada, path, decision({ kind: 'warn', version: 0 })),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const second = answers.find(({ status }) => status === 409)
    expect(second?.body['message']).toMatch(/^Decided \d{4}-\d\d-\d\d \d\d:\d\d UTC: (hidden|warned|no breach)\.$/)
    const decisions = await em().find(Decision, { caseId })
    expect(decisions).toHaveLength(1)
    expect(await em().count(AuditEntry, { subjectId: caseId })).toBe(1)
  }
})

test('a failure at any step of a decision leaves all or nothing', async () => {
  const { id, caseId, creator } = await reported()
  const asked = { ...decision({ kind: 'hide' }), kind: 'hide', ground: 'terms', clause: 'spam' } as const
  const print = async () => {
    const [row] = await em().execute<{ print: string }[]>(
      `select (select row(c.*)::text from moderation_case c where c.id = ?) || (select count(*) from moderation_decision)
         || (select status from asset where id = ?) || (select seq from audit_head) || (select count(*) from mail)
         || (select string_agg(state, ',') from report where case_id = ?) as print`,
      [caseId, id, caseId],
    )
    return row?.print
  }
  const before = await print()
  let steps = 0
  for (; steps < 200; steps += 1) {
    const left = { steps }
    const done = transact(server.app, ben.actor, (tx) =>
      decideCase({ ...tx, em: failing(tx.em, left) }, caseId, { ...asked, version: 0, restrict: null, until: null }),
    )
    const failed = await done.then(
      () => false,
      (error: unknown) => (error as Error).message === 'cut',
    )
    if (!failed) break
    expect(await print(), `step ${steps}`).toBe(before)
  }
  expect(steps).toBeGreaterThan(10)
  expect(await em().find(Decision, { targetUserId: creator.id })).toMatchObject([{ before: { status: 'active' } }])
  expect(await seen(id)).toBe(404)
})

/** An entity manager that fails when it is asked for the step after `left` ones. */
function failing(whole: EntityManager, left: { steps: number }): EntityManager {
  const counted = new Set([
    'find',
    'findOne',
    'findOneOrFail',
    'execute',
    'flush',
    'nativeUpdate',
    'count',
    'upsertMany',
  ])
  return new Proxy(whole, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (counted.has(String(name))) {
          left.steps -= 1
          if (left.steps < 0) throw new Error('cut')
        }
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
}

describe('nobody decides', () => {
  test('on their own content', async () => {
    count += 1
    const own = await makePerson(server, `decide.own.${count}`, true)
    const staff = await makeStaff(server, `decide.staff.${count}`, 'moderator')
    const { id } = await makeAsset(server, staff.id, { kind: 'gallery' })
    const caseId = await report(own, id)
    const body = decision({ kind: 'none', version: 0 })
    for (const path of [`POST /desk/cases/${caseId}/decide`, `POST /desk/things/gallery/${id}/decide`] as const) {
      expect(await atDesk(staff, path, body)).toMatchObject({
        status: 403,
        body: { message: 'Another person has to decide this.' },
      })
    }
    expect((await atDesk(staff, `POST /desk/cases/${caseId}/claim`, {})).status).toBe(403)
    expect((await atDesk(staff, `POST /desk/cases/${caseId}/close`, { _id: randomUUID(), version: 0 })).status).toBe(
      403,
    )
    expect((await atDesk(staff, `GET /desk/cases/${caseId}`)).body['whyNot']).toBe('Another person has to decide this.')
  })

  test('on their own report', async () => {
    const { id, path } = await reported()
    await report(ben, id)
    expect((await atDesk(ben, path, decision({ kind: 'none', version: 0 }))).status).toBe(403)
    expect((await atDesk(ada, path, decision({ kind: 'none', version: 0 }))).status).toBe(200)
  })
})

test('a thing that two decisions hide is shown as it was once both are lifted', async () => {
  const { id, caseId } = await reported()
  await atDesk(ben, `POST /desk/cases/${caseId}/decide`, decision({ kind: 'hide', version: 0 }))
  expect((await atDesk(ben, `POST /desk/cases/${caseId}/close`, { _id: randomUUID(), version: 1 })).status).toBe(200)
  const again = decision({ kind: 'hide' })
  expect((await atDesk(ada, `POST /desk/things/gallery/${id}/decide`, again)).status).toBe(200)
  const decisions = await em().find(Decision, { objectId: id })
  expect(decisions.map(({ before }) => before)).toEqual([{ status: 'active' }, { status: 'active' }])
  expect(decisions[0]?.caseId).not.toBe(decisions[1]?.caseId)
  const restored = decision({ kind: 'restore' })
  expect((await atDesk(ada, `POST /desk/things/gallery/${id}/decide`, restored)).status).toBe(200)
  expect(await seen(id)).toBe(200)
  expect(await em().find(Decision, { objectId: id, kind: 'hide', reversedBy: restored._id })).toHaveLength(2)
  expect((await atDesk(ada, `POST /desk/things/gallery/${id}/decide`, decision({ kind: 'restore' }))).status).toBe(409)
})

test.each([
  [{ kind: 'hide', facts: ' ' }, 400],
  [{ kind: 'hide', clause: undefined }, 400],
  [{ kind: 'restrict' }, 400],
  [{ kind: 'restrict', restrict: 'publish', until: '2020-01-01T00:00:00.000Z' }, 400],
  [{ kind: 'none', version: 7 }, 409],
])('refuses %j as %i', async (given, status) => {
  const { path } = await reported()
  expect((await atDesk(ada, path, { ...decision({ version: 0 }), ...given })).status).toBe(status)
})

test('cases of one author merge, and a case with open reports does not close', async () => {
  const { creator, fan, caseId } = await reported()
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const into = await report(fan, id)
  const close = (one: string, version: number) =>
    atDesk(ada, `POST /desk/cases/${one}/close`, { _id: randomUUID(), version })
  expect((await close(into, 0)).body['message']).toBe('Decide this case before you close it.')
  const other = await reported()
  const merge = (one: string) => atDesk(ada, `POST /desk/cases/${one}/merge`, { _id: randomUUID(), into })
  expect((await merge(other.caseId)).status).toBe(400)
  expect((await merge(caseId)).status).toBe(200)
  expect((await atDesk(ada, `GET /desk/cases/${into}`)).body).toMatchObject({ reports: 2, version: 1 })
  expect((await atDesk(ada, `POST /desk/cases/${into}/decide`, decision({ kind: 'warn', version: 1 }))).status).toBe(
    200,
  )
  expect((await close(into, 1)).status).toBe(409)
  expect((await close(into, 2)).status).toBe(200)
})

test('a claim is shown, and a note is kept once', async () => {
  const { caseId } = await reported()
  await atDesk(ben, `POST /desk/cases/${caseId}/claim`, {})
  const note = { _id: randomUUID(), text: 'Seen before' }
  for (const _ of [1, 2]) expect((await atDesk(ben, `POST /desk/cases/${caseId}/note`, note)).status).toBe(200)
  const detail = (await atDesk(ada, `GET /desk/cases/${caseId}`)).body
  expect(detail['claim']).toMatchObject({ by: ben.user.username, isOwn: false })
  expect(detail['notes']).toMatchObject([{ text: 'Seen before' }])
})
