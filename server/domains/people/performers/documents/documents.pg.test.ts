import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../../../infra/files/testing/media-server.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../accounts/testing/api.ts'
import { Performer, PerformerDocument } from '../entity.ts'
import { approveCreator, rejectCreator } from '../review/approve-creator.ts'

const photo = new Blob([Uint8Array.from(await jpegWithPlace())], { type: 'image/jpeg' })

test('a rejected creator replaces the document that was wrong, and the review begins again', async ({ server }) => {
  const creator = await makePerson(server, 'rejected_creator', true)
  await reject(server, 'rejected_creator')
  expect((await send(server, creator, ['idFront', 'selfie'])).status).toBe(200)
  await transact(server.app, null, (tx) =>
    rejectCreator(tx, 'rejected_creator', { kind: 'selfie', reason: 'The selfie is blurred.' }),
  )
  const before = await listed(server, creator)
  expect(before).toMatchObject([
    { kind: 'idFront', status: 'approved', reason: null },
    { kind: 'selfie', status: 'rejected', reason: 'The selfie is blurred.' },
  ])
  const selfie = before.find(({ kind }) => kind === 'selfie')?._id ?? ''
  const body = new FormData()
  body.append('file', photo, 'selfie.jpg')
  const answer = await call(server, `POST /performers/documents/upload/${selfie}`, { token: creator.token, body })
  expect(answer.status).toBe(200)
  expect(await listed(server, creator)).toMatchObject([
    { kind: 'idFront', status: 'approved' },
    { kind: 'selfie', status: 'submitted', reason: null },
  ])
  const em = server.app.orm.em.fork()
  const { verification, rejectionReason } = await em.findOneOrFail(Performer, { userId: creator.id })
  expect([verification, rejectionReason]).toEqual(['submitted', null])
  // The bytes of the replaced document are gone, those of the new one are there.
  expect(await server.app.storage.documentPath(selfie)).toBeNull()
  const now = await em.findOneOrFail(PerformerDocument, { userId: creator.id, kind: 'selfie' })
  expect(await server.app.storage.documentPath(now.id)).not.toBeNull()
  await transact(server.app, null, (tx) => approveCreator(tx, 'rejected_creator'))
  expect((await listed(server, creator)).map(({ status }) => status)).toEqual(['approved', 'approved'])
})

test('approved documents stay, and nobody replaces those of another', async ({ server }) => {
  const creator = await makePerson(server, 'approved_creator', true)
  expect((await send(server, creator, ['selfie'])).status).toBe(409)
  await reject(server, 'approved_creator')
  expect((await send(server, creator, [])).status).toBe(400)
  await send(server, creator, ['selfie'])
  const [document] = await listed(server, creator)
  const other = await makePerson(server, 'other_creator', true)
  await reject(server, 'other_creator')
  const body = new FormData()
  body.append('file', photo, 'selfie.jpg')
  const stolen = `POST /performers/documents/upload/${document?._id ?? ''}` as const
  expect((await call(server, stolen, { token: other.token, body })).status).toBe(404)
  expect(await listed(server, other)).toEqual([])
})

function reject({ app }: TestServer, username: string): Promise<string> {
  return transact(app, null, (tx) => rejectCreator(tx, username, { reason: 'The documents cannot be read.' }))
}

function send(server: TestServer, { token }: Person, kinds: readonly PerformerDocument['kind'][]) {
  const body = new FormData()
  for (const kind of kinds) body.append(kind, photo, `${kind}.jpg`)
  return call(server, 'POST /performers/documents/upload', { token, body })
}

async function listed(server: TestServer, { token }: Person) {
  const answer = await call(server, 'GET /performers/documents', { token })
  return answer.body['data'] as { _id: string; kind: string; status: string; reason: string | null }[]
}
