import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Case, Decision } from '../../community/cases/entity.ts'
import { Report } from '../../community/cases/reports/entity.ts'
import { decision, deskOf, makeStaff } from '../../community/cases/testing/desk.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Bulk } from './entity.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let [ben, eve]: Person[] = []
let count = 0
const staff = () => ben as Person
beforeAll(async () => {
  server = await startTestServer()
  atDesk = deskOf(server)
  ben = await makeStaff(server, 'bulk.ben', 'moderator')
  eve = await makeStaff(server, 'bulk.eve', 'moderator')
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const seen = async (id: string) => (await call(server, `GET /performer-assets/galleries/${id}`)).status
const stateOf = async (id: string) => (await em().findOneOrFail(Case, { id })).state
const words = { clause: 'spam', facts: 'It sells watches.' }

async function reported() {
  count += 1
  const fan = await makePerson(server, `bulk.fan.${count}`)
  const creator = await makePerson(server, `bulk.creator.${count}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const body = { objectType: 'gallery', objectId: id, category: 'spam' }
  expect((await call(server, 'POST /reports', { token: fan.token, body })).status).toBe(200)
  const { id: caseId } = await em().findOneOrFail(Case, { objectId: id })
  return { id, caseId }
}

async function preview(action: 'none' | 'hide', caseIds: string[]) {
  const _id = randomUUID()
  const { status, body } = await atDesk(staff(), 'POST /desk/bulk/preview', { _id, action, caseIds, ...words })
  expect(status).toBe(200)
  return { _id, body }
}

test('a preview writes no decision, and says which cases would be refused and why', async () => {
  const [one, own] = [await reported(), await reported()]
  await em().execute('update moderation_case set target_user_id = ? where id = ?', [staff().id, own.caseId])
  const missing = randomUUID()
  const { body } = await preview('hide', [one.caseId, own.caseId, missing])
  expect(body).toMatchObject({ state: 'previewed', count: 1 })
  expect((body['refused'] as { caseId: string }[]).map(({ caseId }) => caseId)).toEqual([own.caseId, missing])
  expect([await seen(one.id), await em().count(Decision, { caseId: one.caseId })]).toEqual([200, 0])
})

test('a run hides what was frozen once, and its undo shows it again', async () => {
  const [one, two, later] = [await reported(), await reported(), await reported()]
  const { _id } = await preview('hide', [one.caseId, two.caseId, later.caseId])
  // Somebody else decides between the preview and the run.
  const other = decision({ kind: 'warn', version: 0 })
  expect((await atDesk(eve as Person, `POST /desk/cases/${later.caseId}/decide`, other)).status).toBe(200)
  const runs = await Promise.all([1, 2].map(() => atDesk(staff(), `POST /desk/bulk/${_id}/run`)))
  for (const { body } of runs) expect(body).toMatchObject({ count: 2, refused: [{ caseId: later.caseId }] })
  expect([await seen(one.id), await seen(two.id), await seen(later.id)]).toEqual([404, 404, 200])
  expect(await em().count(Decision, { caseId: one.caseId })).toBe(1)
  expect((await atDesk(eve as Person, `POST /desk/bulk/${_id}/undo`)).status).toBe(404)
  const undone = await atDesk(staff(), `POST /desk/bulk/${_id}/undo`)
  expect(undone.body).toMatchObject({ state: 'undone', count: 2 })
  expect([await seen(one.id), await seen(two.id)]).toEqual([200, 200])
  // The reports wait for an answer as before.
  expect([await stateOf(one.caseId), await stateOf(two.caseId), await stateOf(later.caseId)]).toEqual([
    ...['open', 'open'],
    'decided',
  ])
  expect(await em().count(Report, { caseId: one.caseId, state: 'open', decision: null })).toBe(1)
  expect(await em().count(Report, { caseId: later.caseId, state: 'actioned' })).toBe(1)
})

test('cases without a breach are closed, which cannot be undone', async () => {
  const one = await reported()
  const { _id } = await preview('none', [one.caseId])
  expect(await stateOf(one.caseId)).toBe('open')
  expect((await atDesk(staff(), `POST /desk/bulk/${_id}/run`)).body).toMatchObject({ count: 1, until: null })
  expect([await stateOf(one.caseId), await seen(one.id)]).toEqual(['closed', 200])
  expect((await atDesk(staff(), `POST /desk/bulk/${_id}/undo`)).status).toBe(409)
})

test('an old preview is not run, and an old run is not undone', async () => {
  const one = await reported()
  const { _id } = await preview('hide', [one.caseId])
  const age = (change: object) => em().nativeUpdate(Bulk, { id: _id }, change)
  await age({ createdAt: new Date(Date.now() - 11 * 60_000) })
  expect((await atDesk(staff(), `POST /desk/bulk/${_id}/run`)).status).toBe(409)
  await age({ createdAt: new Date() })
  expect((await atDesk(staff(), `POST /desk/bulk/${_id}/run`)).status).toBe(200)
  await age({ undoUntil: new Date(Date.now() - 1_000) })
  expect((await atDesk(staff(), `POST /desk/bulk/${_id}/undo`)).status).toBe(409)
  expect(await seen(one.id)).toBe(404)
})
