import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../accounts/entity.ts'
import { call, linkToken, makeAccount, tokenOf } from '../accounts/testing/api.ts'
import { readDocument } from './documents/documents.ts'
import { Performer, PerformerDocument } from './entity.ts'
import { approveCreator } from './review/approve-creator.ts'

const PASSWORD = 'long enough password'

let server: TestServer
let photo: Blob
beforeAll(async () => {
  server = await startTestServer()
  const pixels = { width: 8, height: 8, channels: 3, background: '#5b3fd0' } as const
  photo = new Blob([new Uint8Array(await sharp({ create: pixels }).jpeg().toBuffer())])
})
afterAll(() => server.stop())

function form(username: string, changes: Record<string, string | Blob | null> = {}): FormData {
  const fields: Record<string, string | Blob | null> = {
    ...{ username, email: `${username}@example.test`, name: 'Creator', password: PASSWORD },
    ...{ country: 'se', dateOfBirth: '1990-05-17', bio: 'Hello.', idFront: photo, selfie: photo, ...changes },
  }
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== null) data.append(name, value)
  return data
}

function register(body: FormData) {
  return call(server, 'POST /auth/performers/register', { body })
}

describe('a creator', () => {
  test('registers with documents, which wait for review and are kept apart', async () => {
    const pdf = new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'])
    const { status, body } = await register(form('creator.new', { idBack: pdf }))
    expect(status).toBe(201)
    expect(body['user']).toMatchObject({ isPerformer: true, verification: 'submitted', emailVerified: false })
    const { id } = await server.app.orm.em.fork().findOneOrFail(User, { username: 'creator.new' })
    const em = server.app.orm.em.fork()
    expect(await em.findOneOrFail(Performer, id)).toMatchObject({ country: 'SE', dateOfBirth: '1990-05-17' })
    const documents = await em.find(PerformerDocument, { userId: id }, { orderBy: { kind: 'asc' } })
    expect(documents.map(({ kind, mimeType }) => `${kind} ${mimeType}`)).toEqual([
      'idBack application/pdf',
      'idFront image/jpeg',
      'selfie image/jpeg',
    ])
    for (const { id, size } of documents) {
      const bytes = await readDocument(server.app, id)
      expect(bytes && (await buffer(bytes)).length).toBe(size)
    }
  })

  test('has documents that no link delivers, not to the creator and not to anybody', async () => {
    const documents = await server.app.orm.em.fork().find(PerformerDocument, {})
    const token = await tokenOf(server, 'creator.new', PASSWORD)
    for (const { id } of documents) {
      for (const rendition of ['original', 'document', 'avatar', 'source']) {
        const answer = await fetch(`${server.url}/media/${id}/${rendition}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        expect(answer.headers.get('content-type')).not.toMatch(/image|pdf/)
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
      expect((await call(server, `GET /files/${id}/status`, { token })).status).toBe(404)
    }
  })

  test('confirms the address and sees the own record', async () => {
    const token = await linkToken(server, 'creator.new@example.test')
    expect((await call(server, 'POST /auth/email-verification', { body: { token } })).status).toBe(200)
    const own = await call(server, 'GET /performers/me', { token: await tokenOf(server, 'creator.new', PASSWORD) })
    expect(own.body).toMatchObject({ country: 'SE', dateOfBirth: '1990-05-17', emailVerified: true })
  })

  test('is found by nobody but itself before an approval', async () => {
    const token = await tokenOf(server, 'creator.new', PASSWORD)
    expect((await call(server, 'GET /performers/creator.new')).status).toBe(404)
    expect((await call(server, 'GET /performers/creator.new', { token })).body).toMatchObject({ verified: false })
    expect((await call(server, 'GET /performers/user/search?q=creator')).body).toMatchObject({ total: 0, data: [] })
    await transact(server.app, null, (tx) => approveCreator(tx, 'creator.new'))
  })

  test('is found by id or username, in any case, and shows nothing private', async () => {
    const byName = await call(server, 'GET /performers/CREATOR.new')
    const byId = await call(server, `GET /performers/${String(byName.body['_id'])}`)
    expect(byId.body).toEqual(byName.body)
    expect(byName.body).toMatchObject({ username: 'creator.new', country: 'SE', verified: true })
    for (const secret of ['email', 'dateOfBirth', 'balance', 'verification'])
      expect(byName.body).not.toHaveProperty(secret)
  })

  test('is among the creators, where no fan is', async () => {
    await makeAccount(server, { username: 'creator.fan' })
    const { body } = await call(server, 'GET /performers/user/search?q=creator')
    expect((body['data'] as { username: string }[]).map(({ username }) => username)).toEqual(['creator.new'])
    expect(body['total']).toBe(1)
  })
})

test.each(['unknown', '019350a0-0000-7000-8000-000000000000', '..%2f..%2fetc', "'%20or%201=1"])(
  'there is no creator %s',
  async (id) => {
    expect((await call(server, `GET /performers/${id}`)).status).toBe(404)
  },
)

describe('nothing is made and no document kept', () => {
  const today = new Date()
  const seventeen = `${today.getUTCFullYear() - 17}-01-01`
  test.each<[string, { field: string; changes: Record<string, string | Blob | null>; status: number }]>([
    ['a minor', { field: 'dateOfBirth', changes: { dateOfBirth: seventeen }, status: 400 }],
    ['a day that is none', { field: 'dateOfBirth', changes: { dateOfBirth: '1990-02-30' }, status: 400 }],
    ['a birth yet to come', { field: 'dateOfBirth', changes: { dateOfBirth: '2999-01-01' }, status: 400 }],
    ['a birth in another age', { field: 'dateOfBirth', changes: { dateOfBirth: '1800-01-01' }, status: 400 }],
    ['no country', { field: 'country', changes: { country: null }, status: 400 }],
    ['a country of no list', { field: 'country', changes: { country: 'ZZ' }, status: 400 }],
    ['a country that is none', { field: 'country', changes: { country: 'Sweden' }, status: 400 }],
    ['no selfie', { field: 'selfie', changes: { selfie: null }, status: 400 }],
    ['no identity document', { field: 'idFront', changes: { idFront: null }, status: 400 }],
    [
      'a program that is called a photo',
      {
        field: 'selfie',
        changes: { selfie: new File(['MZ\u0000\u0001'], 'me.jpg', { type: 'image/jpeg' }) },
        status: 415,
      },
    ],
    [
      'a page that is called a photo',
      { field: 'idFront', changes: { idFront: new File(['<svg onload=alert(1)>'], 'id.png') }, status: 415 },
    ],
    ['an empty file', { field: 'idFront', changes: { idFront: new File([], 'id.png') }, status: 415 }],
    [
      'a file beyond 10 MB',
      { field: 'selfie', changes: { selfie: new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]) }, status: 413 },
    ],
    ['a taken username', { field: 'username', changes: { username: 'creator.new' }, status: 409 }],
    ['a short password', { field: 'password', changes: { password: 'short' }, status: 400 }],
  ])('for %s', async (_case, { field, changes, status }) => {
    const kept = await storedDocuments()
    const answer = await register(form('creator.bad', changes))
    expect(answer.status).toBe(status)
    if (status !== 413) expect(answer.body).toMatchObject({ details: [{ path: field }] })
    const em = server.app.orm.em.fork()
    expect(await em.count(User, { email: 'creator.bad@example.test' })).toBe(0)
    expect(await storedDocuments()).toEqual(kept)
  })
})

test('a creator may fill the text about themselves to its bound, line breaks counted once', async () => {
  const bio = `${'x'.repeat(990)}\n\n\nabcdefg`
  expect(bio).toHaveLength(1000)
  expect((await register(form('creator.lines', { bio }))).status).toBe(201)
  expect(await server.app.orm.em.fork().findOneOrFail(User, { username: 'creator.lines' })).toMatchObject({ bio })
})

async function storedDocuments(): Promise<string[]> {
  const entries = await readdir(join(server.app.config.dataDir, 'documents'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath)
}
