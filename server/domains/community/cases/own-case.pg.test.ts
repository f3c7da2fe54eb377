import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { converse, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { sendMessage } from '../../talk/messages/commands.ts'
import { evidenceUrl } from './evidence-url.ts'
import { deskOf, makeStaff, newPhoto } from './testing/desk.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ada: Person
let support: Person
beforeAll(async () => {
  server = await startTestServer()
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'own.ada', 'admin')
  support = await makeStaff(server, 'own.support', 'support')
})
afterAll(() => server.stop())

test('evidence against a person of staff opens to their colleagues alone', async () => {
  const creator = await makePerson(server, 'own.creator', true)
  const fileId = await newPhoto(server, support)
  const args = { _id: v7(), conversationId: await converse(server, support, creator), text: 'Buy', fileIds: [fileId] }
  await transact(server.app, support.actor, (tx) => sendMessage(tx, args))
  const body = { objectType: 'message', objectId: args._id, category: 'spam' }
  expect((await call(server, 'POST /reports', { token: creator.token, body })).status).toBe(200)
  const statusOf = async ({ token }: Person) =>
    (await fetch(server.url + evidenceUrl(fileId), { headers: { authorization: `Bearer ${token}` } })).status
  for (const staff of [ada, support]) expect((await atDesk(staff, 'GET /desk/me')).status).toBe(200)
  expect([await statusOf(ada), await statusOf(support)]).toEqual([200, 404])
})

test('notes on an account are read by colleagues, not by the account itself', async () => {
  const note = { _id: randomUUID(), text: 'Asks colleagues for refunds.' }
  expect((await atDesk(ada, `POST /desk/users/${support.id}/note`, note)).status).toBe(200)
  const seen = await atDesk(ada, `GET /desk/users/${support.id}`)
  expect(seen.body['notes']).toMatchObject([{ text: note.text }])
  const own = await atDesk(support, `GET /desk/users/${support.id}`)
  expect([own.status, own.body['isOwn'], own.body['notes']]).toEqual([200, true, []])
})
