import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { converse, makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { deskOf, makeStaff } from '../../community/cases/testing/desk.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'

let server: TestServer
let elapsedMs = 0
let atDesk: ReturnType<typeof deskOf>
let [ben, eve, sue, fan, creator]: Person[] = []
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  atDesk = deskOf(server)
  ben = await makeStaff(server, 'look.ben', 'moderator')
  eve = await makeStaff(server, 'look.eve', 'moderator')
  sue = await makeStaff(server, 'look.sue', 'support')
  fan = await makePerson(server, 'look.fan')
  creator = await makePerson(server, 'look.creator', true)
  const target = `POST /messages/conversations/${await converse(server, fan, creator)}` as const
  expect((await call(server, target, { token: fan.token, body: { text: 'Meet me at the pier' } })).status).toBe(201)
})
afterAll(() => server.stop())

const of = (person: Person | undefined): Person => person ?? expect.fail('no such person')
const seen = (by: Person | undefined, view: string, about = '') =>
  atDesk(of(by), `GET /desk/users/${of(fan).id}/seen/${view}${about === '' ? '' : `?about=${about}`}`)
const ask = (by: Person | undefined, payload: object) =>
  atDesk(of(by), 'POST /desk/approvals', { _id: randomUUID(), kind: 'conversation.look', payload, reason: 'A threat.' })

test('a conversation opens to the person who asked, once another one has consented, and for a time', async () => {
  const about = of(creator).id
  const refused = { status: 403, body: { details: [{ path: 'approval', message: 'conversation.look' }] } }
  expect(await seen(ben, 'conversation', about)).toMatchObject(refused)
  const _id = randomUUID()
  const payload = { userId: of(fan).id, withId: about }
  const asked = { _id, kind: 'conversation.look', payload, reason: 'A threat.' }
  expect((await atDesk(of(ben), 'POST /desk/approvals', asked)).status).toBe(200)
  expect(await seen(ben, 'conversation', about)).toMatchObject(refused)
  expect((await atDesk(of(ben), `POST /desk/approvals/${_id}/execute`)).status).toBe(403)
  expect((await atDesk(of(eve), `POST /desk/approvals/${_id}/execute`)).status).toBe(200)
  const { status, body } = await seen(ben, 'conversation', about)
  expect([status, body['text']]).toEqual([200, expect.stringContaining('Meet me at the pier')])
  // The consent is for one person and one conversation.
  expect(await seen(eve, 'conversation', about)).toMatchObject(refused)
  expect(await seen(ben, 'conversation', of(eve).id)).toMatchObject(refused)
  const entries = await server.app.orm.em.fork().find(AuditEntry, { subjectId: of(fan).id, action: /^user\.look/ })
  expect(entries.map(({ action, actorId, after }) => [action, actorId, after])).toEqual([
    ['user.look-allowed', of(eve).id, { view: 'conversation', about }],
    ['user.look', of(ben).id, { view: 'conversation', about }],
  ])
  elapsedMs += 72 * 3_600_000
  ben = await signInAgain(of(ben))
  expect(await seen(ben, 'conversation', about)).toMatchObject(refused)
  elapsedMs = 0
})

test('nobody asks for a conversation of their own, for one that is not there, or without the permission', async () => {
  const [userId, withId] = [of(fan).id, of(creator).id]
  expect((await ask(ben, { userId: of(ben).id, withId })).status).toBe(403)
  expect((await ask(ben, { userId, withId: of(ben).id })).status).toBe(403)
  expect((await ask(ben, { userId, withId: of(eve).id })).status).toBe(404)
  expect((await ask(sue, { userId, withId })).status).toBe(404)
  expect((await seen(sue, 'conversation', withId)).status).toBe(404)
})

test('a post is seen as the account sees it: locked without a subscription', async () => {
  const publish = async (access: 'public' | 'subscribers', text: string) => {
    const post = { _id: v7(), text, access, price: 0, scheduledAt: null, poll: null, fileIds: [], thumbnailId: null }
    await transact(server.app, of(creator).actor, (tx) => publishPost(tx, post))
    return post._id
  }
  const [open, locked] = [await publish('public', 'Harbour at noon'), await publish('subscribers', 'Harbour at night')]
  expect((await seen(sue, 'post', open)).body['text']).toContain('Harbour at noon')
  const { status, body } = await seen(sue, 'post', locked)
  expect([status, body['text']]).toEqual([200, expect.not.stringContaining('Harbour at night')])
  expect((await seen(sue, 'post', randomUUID())).status).toBe(404)
  expect((await seen(sue, 'post')).status).toBe(400)
})

function signInAgain({ user }: Person): Promise<Person> {
  return signIn(server, user)
}
