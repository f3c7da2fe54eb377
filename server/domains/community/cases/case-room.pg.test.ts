import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { connect } from '../../live/chat/testing/chat.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Case } from './entity.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ada: Person
let ben: Person
let fan: Person
beforeAll(async () => {
  server = await startTestServer()
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'room.ada', 'admin')
  ben = await makeStaff(server, 'room.ben', 'moderator')
  fan = await makePerson(server, 'room.fan')
})
afterAll(() => server.stop())

async function reported(): Promise<string> {
  const creator = await makePerson(server, `room.${randomUUID().slice(0, 8)}`, true)
  const { id: objectId } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const body = { objectType: 'gallery', objectId, category: 'spam' }
  expect((await call(server, 'POST /reports', { token: fan.token, body })).status).toBe(200)
  return (await server.app.orm.em.fork().findOneOrFail(Case, { objectId })).id
}

async function opened(who: Person, id: string) {
  const client = await connect(server, who)
  onTestFinished(() => void client.disconnect())
  const heard: unknown[] = []
  client.on('page:changed', (told) => void heard.push(told))
  const joined: unknown = await client.emitWithAck('page:join', { type: 'case', id })
  return { heard, joined }
}

test('staff who have a case open hear of a claim and of all work on it, without its words', async () => {
  const id = await reported()
  const { heard, joined } = await opened(ada, id)
  expect(joined).toEqual({ ok: true })
  const news = { type: 'case', id }
  const steps = [
    () => atDesk(ben, `POST /desk/cases/${id}/claim`),
    () => atDesk(ben, `POST /desk/cases/${id}/note`, { _id: randomUUID(), text: 'Seen before' }),
    () => atDesk(ben, `POST /desk/cases/${id}/decide`, decision({ kind: 'none', version: 0 })),
    () => atDesk(ben, `POST /desk/cases/${id}/close`, { _id: randomUUID(), version: 1 }),
  ]
  for (const [index, step] of steps.entries()) {
    expect((await step()).status).toBe(200)
    await expect.poll(() => heard.length).toBe(index + 1)
  }
  expect(heard).toEqual([news, news, news, news])
})

test('an account that is no staff does not come into the room', async () => {
  const id = await reported()
  const { heard, joined } = await opened(fan, id)
  expect(joined).toEqual({ ok: false })
  expect((await atDesk(ben, `POST /desk/cases/${id}/claim`)).status).toBe(200)
  const { heard: seen } = await opened(ada, id)
  expect((await atDesk(ben, `POST /desk/cases/${id}/claim`)).status).toBe(200)
  await expect.poll(() => seen.length).toBe(1)
  expect(heard).toEqual([])
})
