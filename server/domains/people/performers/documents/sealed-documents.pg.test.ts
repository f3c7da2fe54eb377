import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../../../infra/files/testing/media-server.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../accounts/testing/api.ts'
import { admin } from '../admin.ts'
import { PerformerDocument } from '../entity.ts'
import { approveCreator } from '../review/approve-creator.ts'
import { readDocument } from './documents.ts'
import { endRetention, sealOpenDocuments } from './sweep-documents.ts'

const DAY_MS = 86_400_000

let server: TestServer
let folder: string
let now = new Date()
let photo: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-looks-'))
  server = await startTestServer({ clock: () => now })
  photo = await jpegWithPlace(900, 600)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function register(username: string): Promise<void> {
  const fields = {
    ...{ username, email: `${username}@example.test`, name: 'Creator', password: 'long enough password' },
    ...{ country: 'se', dateOfBirth: '1990-05-17', bio: 'Hello.' },
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const kind of ['idFront', 'selfie']) body.append(kind, new Blob([new Uint8Array(photo)]), `${kind}.jpg`)
  expect((await call(server, 'POST /auth/performers/register', { body })).status).toBe(201)
}

async function documentOf(username: string): Promise<PerformerDocument> {
  const [row] = await server.app.orm.em
    .fork()
    .execute<{ id: string }[]>(
      `select d.id from performer_document d join "user" u on u.id = d.user_id where u.username = ? and d.kind = 'idFront'`,
      [username],
    )
  return server.app.orm.em.fork().findOneOrFail(PerformerDocument, { id: row?.id ?? '' })
}

async function bytesOf(id: string): Promise<Buffer> {
  const bytes = await readDocument(server.app, id)
  return bytes ? buffer(bytes) : Buffer.alloc(0)
}

test('a document lies sealed on the disk, without its place and its phone', async () => {
  await register('sealed.creator')
  const { id, size, mimeType } = await documentOf('sealed.creator')
  const bytes = await bytesOf(id)
  expect([bytes.length, mimeType]).toEqual([size, 'image/jpeg'])
  const { exif, width, height } = await sharp(bytes).metadata()
  expect([exif, width, height]).toEqual([undefined, 900, 600])
  const stored = readFileSync((await server.app.storage.documentPath(id)) ?? '')
  for (let at = 0; at + 64 <= bytes.length; at += 64) expect(stored.includes(bytes.subarray(at, at + 64))).toBe(false)
  for (const left of ['tmp', 'work']) expect(readdirSync(join(server.app.config.dataDir, left))).toEqual([])
})

test('an operator looks at a document, and each look is noted', async () => {
  await register('seen.creator')
  const document = await documentOf('seen.creator')
  const out = join(folder, 'front.jpg')
  const run = (...args: string[]) => admin['document']?.run({ app: server.app, args, print: () => {} })
  await run('seen.creator', 'idFront', '--out', out)
  expect(readFileSync(out).equals(await bytesOf(document.id))).toBe(true)
  expect(statSync(out).mode & 0o077).toBe(0)
  const looks = () => server.app.orm.em.fork().find(AuditEntry, { action: 'creator.document' })
  expect(await looks()).toMatchObject([
    { subjectId: document.userId, after: { kind: 'idFront', documentId: document.id } },
  ])
  await expect(run('seen.creator', 'idFront', '--out', out)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(run('seen.creator', 'idBack', '--out', join(folder, 'b'))).rejects.toMatchObject({ kind: 'not-found' })
  await expect(run('nobody', 'idFront', '--out', join(folder, 'n'))).rejects.toMatchObject({ kind: 'not-found' })
  await expect(run('seen.creator', 'passport', '--out', out)).rejects.toMatchObject({ kind: 'invalid' })
  await expect(run('seen.creator', 'idFront')).rejects.toMatchObject({ kind: 'invalid' })
})

test('a document goes 90 days after its review, not before, and never before a review', async () => {
  await register('kept.creator')
  await register('waiting.creator')
  const [decided, waiting] = [await documentOf('kept.creator'), await documentOf('waiting.creator')]
  const isThere = async (id: string) => (await server.app.storage.documentPath(id)) !== null
  await transact(server.app, null, (tx) => approveCreator(tx, 'kept.creator'))
  const reviewed = now
  now = new Date(reviewed.getTime() + 90 * DAY_MS - 1_000)
  await endRetention(server.app)
  expect([await isThere(decided.id), await isThere(waiting.id)]).toEqual([true, true])
  now = new Date(reviewed.getTime() + 90 * DAY_MS)
  expect(await endRetention(server.app)).toBe(2)
  expect([await isThere(decided.id), await isThere(waiting.id)]).toEqual([false, true])
  expect(await documentOf('kept.creator')).toMatchObject({ status: 'approved', removedAt: now })
  expect(await endRetention(server.app)).toBe(0)
})

test('a document that an earlier version kept in the clear is cleaned and sealed', async () => {
  await register('clear.creator')
  const { id } = await documentOf('clear.creator')
  const path = (await server.app.storage.documentPath(id)) ?? ''
  writeFileSync(path, photo)
  await sealOpenDocuments(server.app, new AbortController().signal)
  expect(readFileSync(path).includes(photo.subarray(300, 364))).toBe(false)
  const bytes = await bytesOf(id)
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect((await documentOf('clear.creator')).size).toBe(bytes.length)
})
