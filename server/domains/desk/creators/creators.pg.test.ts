import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, mailsTo } from '../../people/accounts/testing/api.ts'
import { addFactor, elevate } from '../../people/factors/testing/add-factor.ts'
import { Performer } from '../../people/performers/entity.ts'
import { rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { grantRole } from '../../people/staff/roles.ts'

let server: TestServer
let count = 0
let creator: Person
const staff = new Map<StaffRoleName, Person>()
const white = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer()
const photo = new Blob([Uint8Array.from(white)], { type: 'image/jpeg' })

beforeAll(async () => {
  server = await startTestServer()
  for (const role of ['admin', 'moderator', 'support'] as const) {
    const person = await makePerson(server, `reviews.${role}`, role === 'moderator')
    await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role }))
    await addFactor(server, person.id)
    staff.set(role, person)
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  creator = await applicant(`applicant.${(count += 1)}`)
})

/** A creator who has been rejected once and has sent documents. */
async function applicant(name: string): Promise<Person> {
  const person = await makePerson(server, name, true)
  await transact(server.app, null, (tx) => rejectCreator(tx, person.id, { reason: 'Send documents.' }))
  await send(person, ['idFront', 'selfie'])
  return person
}

async function send({ token }: Person, kinds: readonly string[]) {
  const body = new FormData()
  for (const kind of kinds) body.append(kind, photo, `${kind}.jpg`)
  expect((await call(server, 'POST /performers/documents/upload', { token, body })).status).toBe(200)
}

async function at(role: StaffRoleName, target: Parameters<typeof call>[1], body?: object) {
  const { token, actor } = staff.get(role) ?? expect.fail(role)
  await elevate(server, actor.sessionId)
  return call(server, target, { token, ...(body && { body: { _id: randomUUID(), ...body } }) })
}

type Read = { version: string; verification: string; documents: { _id: string; kind: string; status: string }[] }
const read = async (role: StaffRoleName = 'admin') =>
  (await at(role, `GET /desk/creators/${creator.id}`)).body as unknown as Read
const review = (role: StaffRoleName, body: object) => at(role, `POST /desk/creators/${creator.id}/review`, body)
const audited = (subjectId: string, action: string) =>
  server.app.orm.em
    .fork()
    .execute<{ after: unknown }[]>('select after from audit_entry where subject_id = ? and action = ?', [
      subjectId,
      action,
    ])

test('an applicant waits in the list until a moderator approves what was looked at', async () => {
  const listed = async () => (await at('support', 'GET /desk/creators?pageSize=100')).body['data'] as { _id: string }[]
  expect((await listed()).map(({ _id }) => _id)).toContain(creator.id)
  const { version } = await read('support')
  expect((await review('moderator', { decision: 'approve', version })).status).toBe(200)
  // Again, as after an answer that was lost.
  expect((await review('moderator', { decision: 'approve', version })).status).toBe(200)
  expect((await listed()).map(({ _id }) => _id)).not.toContain(creator.id)
  expect(await audited(creator.id, 'creator.approve')).toHaveLength(1)
  expect((await mailsTo(server, creator.user.email ?? ''))[0]?.subject).toBe('Your creator account is approved')
})

test('a rejection names the problem of each document, and the others pass', async () => {
  const { version } = await read()
  const documents = [{ kind: 'selfie', reason: 'It is blurred.' }]
  expect((await review('admin', { decision: 'reject', documents: [], version })).status).toBe(400)
  expect(
    (await review('admin', { decision: 'reject', documents: [{ kind: 'idBack', reason: 'No.' }], version })).status,
  ).toBe(400)
  for (let time = 0; time < 2; time += 1)
    expect((await review('admin', { decision: 'reject', documents, version })).status).toBe(200)
  expect((await read()).documents).toMatchObject([
    { kind: 'idFront', status: 'approved', reason: null },
    { kind: 'selfie', status: 'rejected', reason: 'It is blurred.' },
  ])
  expect(await audited(creator.id, 'creator.reject')).toEqual([{ after: { kinds: ['selfie'] } }])
  expect((await mailsTo(server, creator.user.email ?? ''))[0]?.text).toContain('It is blurred.')
})

test('documents that were replaced since they were looked at are not decided on', async () => {
  const { version } = await read()
  await send(creator, ['selfie'])
  const answer = await review('admin', { decision: 'approve', version })
  expect(answer).toMatchObject({ status: 409, body: { message: 'The documents have changed.' } })
  expect(await verification(creator.id)).toBe('submitted')
})

test('two people decide at once, and one decision stands', async () => {
  const { version } = await read()
  const documents = [{ kind: 'selfie', reason: 'It is blurred.' }]
  const answers = await Promise.all([
    review('admin', { decision: 'approve', version }),
    review('moderator', { decision: 'reject', documents, version }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('nobody reviews the own application', async () => {
  const own = staff.get('moderator') ?? expect.fail()
  const { body } = await at('moderator', `GET /desk/creators/${own.id}`)
  const answer = await at('moderator', `POST /desk/creators/${own.id}/review`, {
    ...{ decision: 'reject', version: body['version'] },
    documents: [{ kind: 'selfie', reason: 'No.' }],
  })
  expect(answer.body).toMatchObject({ message: 'Another person has to decide on your own account.' })
})

test('a document is sealed on the disk, marked in the desk, and each look is audited', async () => {
  const { documents } = await read()
  const [front] = documents
  const path = await server.app.storage.documentPath(front?._id ?? '')
  const bytes = await readFile(path ?? expect.fail('no bytes'))
  // Neither the picture nor any JPEG at all.
  expect(bytes.subarray(0, 4).toString()).toBe('VSF1')
  expect(bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
  const target = `GET /desk/documents/${front?._id ?? ''}` as const
  for (let look = 0; look < 2; look += 1) {
    const answer = await at('moderator', target)
    expect(answer.status).toBe(200)
    const picture = Buffer.from(String(answer.body['data']), 'base64')
    // All was white: the name has darkened it.
    expect((await sharp(picture).greyscale().stats()).channels[0]?.min).toBeLessThan(200)
  }
  const { token } = staff.get('moderator') ?? expect.fail()
  const headers = { authorization: token }
  const { headers: sent } = await fetch(`${server.url}/api/desk/documents/${front?._id ?? ''}`, { headers })
  expect(sent.get('cache-control')).toBe('no-store')
  expect(await audited(creator.id, 'creator.document')).toEqual([
    { after: { kind: 'idFront', documentId: front?._id } },
    { after: { kind: 'idFront', documentId: front?._id } },
    { after: { kind: 'idFront', documentId: front?._id } },
  ])
  expect((await at('support', target)).status).toBe(404)
  expect(await read('support')).toMatchObject({
    mayReview: false,
    documents: [{ kind: 'idFront' }, { kind: 'selfie' }],
  })
})

async function verification(userId: string): Promise<string> {
  return (await server.app.orm.em.fork().findOneOrFail(Performer, { userId })).verification
}
