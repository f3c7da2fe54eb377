import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Case, Decision } from './entity.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ada: Person
let ben: Person
let creator: Person
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'versions.ada', 'admin')
  ben = await makeStaff(server, 'versions.ben', 'moderator')
  creator = await makePerson(server, 'versions.creator', true)
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const DECIDED = /^Decided \d{4}-\d\d-\d\d \d\d:\d\d UTC: (hidden|warned|suspended)\.$/

async function gallery(): Promise<string> {
  return (await makeAsset(server, creator.id, { kind: 'gallery' })).id
}

async function reported(objectId: string): Promise<string> {
  count += 1
  const { token } = await makePerson(server, `versions.fan.${count}`)
  const body = { objectType: 'gallery', objectId, category: 'spam' }
  expect((await call(server, 'POST /reports', { token, body })).status).toBe(200)
  return (await em().findOneOrFail(Case, { objectId, state: { $ne: 'closed' } })).id
}

const rowOf = async (id: string) => {
  const { body } = await atDesk(ben, 'GET /desk/content?kind=gallery&pageSize=50')
  return (body['data'] as { _id: string; version: number }[]).find((row) => row._id === id)
}

test('one decision on a thing without a case stands when several people decide at once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await gallery()
    const path = `POST /desk/things/gallery/${id}/decide` as const
    expect((await rowOf(id))?.version).toBe(0)
    const answers = await Promise.all([
      ...[ada, ben].map((by) => atDesk(by, path, decision({ kind: 'hide', version: 0 }))),
      ...[ada, ben].map((by) => atDesk(by, path, decision({ kind: 'warn', version: 0 }))),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body['message']).toMatch(DECIDED)
    expect(await em().count(Decision, { objectId: id })).toBe(1)
    expect((await rowOf(id))?.version).toBe(1)
  }
})

test('a thing whose case was decided and closed meanwhile has another version', async () => {
  const id = await gallery()
  const path = `POST /desk/things/gallery/${id}/decide` as const
  expect((await atDesk(ada, path, decision({ kind: 'warn', version: 0 }))).status).toBe(200)
  const { id: caseId, version } = await em().findOneOrFail(Case, { objectId: id })
  const close = { _id: randomUUID(), version }
  expect((await atDesk(ada, `POST /desk/cases/${caseId}/close`, close)).status).toBe(200)
  const second = await atDesk(ben, path, decision({ kind: 'hide', version: 0 }))
  expect([second.status, second.body['message']]).toEqual([409, expect.stringMatching(DECIDED)])
  expect(await em().count(Case, { objectId: id }), 'no case was opened').toBe(1)
  expect((await atDesk(ben, path, decision({ kind: 'hide', version: 1 }))).status).toBe(200)
  // Taken back, it is another one again.
  expect((await atDesk(ben, path, decision({ kind: 'restore', version: 2 }))).status).toBe(200)
  expect((await rowOf(id))?.version).toBe(4)
})

test('the page of an account has its version, and a call without one goes on as before', async () => {
  const fan = await makePerson(server, 'versions.one')
  const path = `POST /desk/things/user/${fan.id}/decide` as const
  expect((await atDesk(ada, path, decision({ kind: 'warn' }))).status).toBe(200)
  expect((await atDesk(ada, `GET /desk/users/${fan.id}`)).body['version']).toBe(1)
  expect((await atDesk(ada, path, decision({ kind: 'suspend', version: 0 }))).status).toBe(409)
  expect((await atDesk(ada, path, decision({ kind: 'suspend' }))).status).toBe(200)
})

test('the same decision again is no second one', async () => {
  const id = await gallery()
  const path = `POST /desk/things/gallery/${id}/decide` as const
  const body = decision({ kind: 'hide', version: 0 })
  const answers = await Promise.all([atDesk(ada, path, body), atDesk(ada, path, body)])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect((await atDesk(ada, path, body)).status).toBe(200)
  expect(await em().count(Decision, { objectId: id })).toBe(1)
})

test('a case is merged or decided, and not both at once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const caseId = await reported(await gallery())
    const into = await reported(await gallery())
    const answers = await Promise.all([
      atDesk(ada, `POST /desk/cases/${caseId}/decide`, decision({ kind: 'hide', version: 0 })),
      atDesk(ben, `POST /desk/cases/${caseId}/merge`, { _id: randomUUID(), into, version: 0 }),
    ])
    expect(statuses(answers)).toEqual([200, 409])
  }
})

test('a case that somebody has decided is merged by those who have seen that alone', async () => {
  const caseId = await reported(await gallery())
  const into = await reported(await gallery())
  await atDesk(ada, `POST /desk/cases/${caseId}/decide`, decision({ kind: 'hide', version: 0 }))
  const merge = (version?: number) =>
    atDesk(ben, `POST /desk/cases/${caseId}/merge`, {
      _id: randomUUID(),
      into,
      ...(version !== undefined && { version }),
    })
  const stale = await merge(0)
  expect([stale.status, stale.body['message']]).toEqual([409, expect.stringMatching(DECIDED)])
  expect((await merge(1)).status).toBe(200)
  const another = await reported(await gallery())
  const plain = { _id: randomUUID(), into: another }
  expect((await atDesk(ben, `POST /desk/cases/${into}/merge`, plain)).status).toBe(200)
})
