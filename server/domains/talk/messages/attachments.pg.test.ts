import { setTimeout as delay } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFiles } from '../../../content/attachments.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { jpegWithPlace, makePerson, upload } from '../../../infra/files/testing/media-server.ts'
import type { Person } from '../../../infra/files/testing/media-server.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { messageFiles } from './attachments.ts'

let server: TestServer
let fan: Person
let actor: Actor
beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'once.fan')
  actor = { userId: fan.id, sessionId: v7(), isPerformer: false }
})
afterAll(() => server.stop())

async function photo(): Promise<string> {
  return (await upload(server, '/messages/private/file', { token: fan.token, bytes: await jpegWithPlace(40, 30) })).body
    ._id
}

test('a file that another transaction is taking is refused when that one has it', async () => {
  const fileId = await photo()
  const taken = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holders = [v7(), v7()]
  const [first, second] = holders.map((holderId, index) =>
    transact(server.app, actor, async (tx) => {
      if (index === 1) await taken.promise
      await takeFiles(tx, [fileId], { holderId, takes: messageFiles })
      await tx.em.flush()
      taken.resolve()
      if (index === 0) await end.promise
    }),
  )
  const refused = expect(second).rejects.toMatchObject({ kind: 'invalid', message: messageFiles.texts.taken })
  await taken.promise
  // The second one waits for the lock.
  await delay(300)
  end.resolve()
  await first
  await refused
  const attached = await server.app.orm.em.fork().find(Attachment, { fileId })
  expect(attached.map(({ holderId }) => holderId)).toEqual([holders[0]])
})

test('sends one of several messages that name one file at once, and rejects the others', async () => {
  const conversations: string[] = []
  for (const name of ['once.one', 'once.two', 'once.three']) {
    const creator = await makePerson(server, name, true)
    const opened = await call(server, 'POST /conversations', { token: fan.token, body: { sourceId: creator.id } })
    conversations.push(String(opened.body['_id']))
  }
  for (let round = 0; round < 3; round += 1) {
    const fileIds = [await photo()]
    const answers = await Promise.all(
      conversations.map((id) =>
        call(server, `POST /messages/conversations/${id}`, { token: fan.token, body: { fileIds } }),
      ),
    )
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
  }
})
