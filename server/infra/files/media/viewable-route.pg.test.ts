import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'

let server: TestServer
let fan: Person
let creator: Person
let stranger: Person
beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'kept.fan')
  stranger = await makePerson(server, 'kept.stranger')
  creator = await makePerson(server, 'kept.creator', true)
})
afterAll(() => server.stop())

async function ask({ token }: Person, ids: string[]): Promise<unknown> {
  return (await call(server, 'POST /files/viewable', { token, body: { ids } })).body['ids']
}

test('a deleted photo is no longer viewable for either side, and never was for a stranger', async () => {
  const sent = await upload(server, '/messages/private/file', { token: fan.token, bytes: await jpegWithPlace() })
  const id = sent.body._id
  expect(await ask(fan, [id, v7()])).toEqual([id])
  expect(await ask(creator, [id])).toEqual([])
  const { messageId } = await sendWithFiles(server, fan, { to: creator.id, fileIds: [id] })
  expect(await ask(fan, [id])).toEqual([id])
  expect(await ask(creator, [id])).toEqual([id])
  expect(await ask(stranger, [id])).toEqual([])
  await call(server, `DELETE /messages/${messageId}`, { token: fan.token })
  expect(await ask(fan, [id])).toEqual([])
  expect(await ask(creator, [id])).toEqual([])
})

test('refuses more ids than one call may ask about', async () => {
  const ids = Array.from({ length: 101 }, () => v7())
  const { status } = await call(server, 'POST /files/viewable', { token: fan.token, body: { ids } })
  expect(status).toBe(400)
})
