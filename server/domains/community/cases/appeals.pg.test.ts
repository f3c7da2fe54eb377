import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
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
let count = 0
let elapsedMs = 0
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'appeal.ada', 'admin')
  ben = await makeStaff(server, 'appeal.ben', 'moderator')
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

/** A gallery that a fan has reported and on which Ada has decided. */
async function decided(kind: 'hide' | 'none') {
  count += 1
  const fan = await makePerson(server, `appeal.fan.${count}`)
  const creator = await makePerson(server, `appeal.creator.${count}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const body = { objectType: 'gallery', objectId: id, category: 'spam', text: 'Spam' }
  await call(server, 'POST /reports', { token: fan.token, body })
  const { id: caseId } = await em().findOneOrFail(Case, { objectId: id })
  const asked = decision({ kind, version: 0 })
  expect((await atDesk(ada, `POST /desk/cases/${caseId}/decide`, asked)).status).toBe(200)
  return { fan, creator, id, caseId, decisionId: asked._id }
}

const appeal = ({ token }: Person, id: string, _id: string = randomUUID()) =>
  call(server, `POST /decisions/${id}/appeal`, { token, body: { _id, text: 'It is not.' } })
const answer = (by: Person, id: string, outcome: string) =>
  atDesk(by, `POST /desk/appeals/${id}/decide`, { _id: randomUUID(), outcome, answer: 'We looked again.' })
const read = async ({ token }: Person, id: string) => call(server, `GET /decisions/${id}`, { token })
const seen = async (id: string) => (await call(server, `GET /performer-assets/galleries/${id}`)).status

test('the author reads the facts, the reporter the outcome, and others nothing', async () => {
  const { fan, creator, decisionId } = await decided('hide')
  expect((await read(creator, decisionId)).body).toMatchObject({
    side: 'author',
    facts: 'It sells watches.',
    isAlive: true,
  })
  expect((await read(fan, decisionId)).body).toMatchObject({ side: 'reporter', facts: '', appealUntil: null })
  expect((await read(ben, decisionId)).status).toBe(404)
  const list = await call(server, 'GET /decisions', { token: creator.token })
  expect(list.body).toMatchObject({ total: 1, data: [{ _id: decisionId }] })
  const mine = await call(server, 'GET /reports/mine', { token: fan.token })
  expect(mine.body).toMatchObject({ data: [{ state: 'decided', decisionId, text: 'Spam' }] })
  const none = await decided('none')
  expect((await read(none.creator, none.decisionId)).status).toBe(404)
  expect((await read(none.fan, none.decisionId)).body).toMatchObject({
    kind: 'none',
    appealUntil: expect.any(String) as string,
  })
})

test('another person answers an appeal, and a reversal shows the thing again', async () => {
  const { creator, id, caseId, decisionId } = await decided('hide')
  const appealId = randomUUID()
  expect((await appeal(creator, decisionId, appealId)).status).toBe(200)
  expect((await appeal(creator, decisionId, appealId)).status).toBe(200)
  expect((await appeal(creator, decisionId)).body['message']).toBe('You have appealed this already.')
  expect((await atDesk(ada, `GET /desk/cases/${caseId}`)).body).toMatchObject({
    state: 'appealed',
    decisions: [{ appeal: { _id: appealId, state: 'open', whyNot: 'Another person has to decide this.' } }],
  })
  expect(await answer(ada, appealId, 'reversed')).toMatchObject({
    status: 403,
    body: { message: 'Another person has to decide this.' },
  })
  expect(await seen(id)).toBe(404)
  const both = await Promise.all([answer(ben, appealId, 'reversed'), answer(ben, appealId, 'upheld')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const told = (await read(creator, decisionId)).body['appeal']
  expect(told).toMatchObject({ answer: 'We looked again.' })
  const isReversed = (told as { state: string }).state === 'reversed'
  expect(await seen(id)).toBe(isReversed ? 200 : 404)
})

test('a reversal lifts what its decision did, and nothing of another one', async () => {
  const { creator, id, decisionId } = await decided('hide')
  const second = decision({ kind: 'hide' })
  await atDesk(ada, `POST /desk/things/gallery/${id}/decide`, second)
  const appeals = [randomUUID(), randomUUID()] as const
  await appeal(creator, decisionId, appeals[0])
  await appeal(creator, second._id, appeals[1])
  expect((await answer(ben, appeals[0], 'reversed')).status).toBe(200)
  expect(await seen(id)).toBe(404)
  expect((await answer(ben, appeals[1], 'reversed')).status).toBe(200)
  expect(await seen(id)).toBe(200)
})

test('a reporter who is right has the case open again, also a closed one', async () => {
  const { fan, caseId, decisionId } = await decided('none')
  const close = { _id: randomUUID(), version: 1 }
  expect((await atDesk(ada, `POST /desk/cases/${caseId}/close`, close)).status).toBe(200)
  const appealId = randomUUID()
  expect((await appeal(fan, decisionId, appealId)).status).toBe(200)
  expect((await answer(ben, appealId, 'reversed')).status).toBe(200)
  expect((await atDesk(ben, `GET /desk/cases/${caseId}`)).body).toMatchObject({ state: 'open' })
})

test('six months of the calendar are the time to appeal', async () => {
  const { creator, decisionId } = await decided('hide')
  await em().nativeUpdate(Decision, { id: decisionId }, { createdAt: new Date('2026-08-31T10:00:00Z') })
  const at = (moment: string) => (elapsedMs = Date.parse(moment) - Date.now())
  // February has no 31st day.
  at('2027-02-28T10:00:01Z')
  const { token } = await signIn(server, creator.user)
  const late = await appeal({ ...creator, token }, decisionId)
  expect(late).toMatchObject({ status: 409, body: { message: 'The six months are over.' } })
  at('2027-02-28T09:59:00Z')
  expect((await appeal({ ...creator, token }, decisionId)).status).toBe(200)
  elapsedMs = 0
})

test('a visitor reports a page of this site that visitors see', async () => {
  const { creator, id } = await decided('none')
  const { publicUrl } = server.app.config
  const form = { category: 'illegal', text: 'Against the law', email: 'visitor@example.test', goodFaith: true }
  const send = (url: string, given: object = {}) =>
    call(server, 'POST /reports/visitor', { body: { _id: randomUUID(), url, ...form, ...given } })
  const sent = await send(`${publicUrl}/${creator.user.username}`)
  expect(sent.status, sent.text).toBe(200)
  expect(await em().findOneOrFail(Case, { objectId: creator.id })).toMatchObject({ priority: 2 })
  expect((await send(`${publicUrl}/galleries/${id}`)).status).toBe(200)
  expect((await send(`https://elsewhere.test/galleries/${id}`)).status).toBe(404)
  expect((await send(`${publicUrl}/galleries/${randomUUID()}`)).status).toBe(404)
  expect((await send(`${publicUrl}/galleries/${id}`, { goodFaith: false })).status).toBe(400)
})
