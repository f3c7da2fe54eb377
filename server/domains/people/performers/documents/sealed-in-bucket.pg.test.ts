import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3 } from '../../../../testing/s3.ts'
import type { S3StandIn } from '../../../../testing/s3.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../accounts/testing/api.ts'
import { PerformerDocument } from '../entity.ts'
import { readDocument } from './documents.ts'

let s3: S3StandIn
let server: TestServer
let photo: Buffer

beforeAll(async () => {
  s3 = await startS3()
  server = await startTestServer({ config: { s3: s3.config } })
  // Noise: no two pieces of it are alike.
  const raw = { width: 300, height: 200, channels: 3 } as const
  photo = await sharp(randomBytes(300 * 200 * 3), { raw })
    .jpeg({ quality: 90 })
    .toBuffer()
  const body = new FormData()
  const fields = {
    ...{ username: 'bucket.creator', email: 'bucket.creator@example.test', name: 'Creator', country: 'se' },
    ...{ password: 'long enough password', dateOfBirth: '1990-05-17', bio: 'Hello.' },
  }
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const kind of ['idFront', 'selfie']) body.append(kind, new Blob([new Uint8Array(photo)]), `${kind}.jpg`)
  expect((await call(server, 'POST /auth/performers/register', { body })).status).toBe(201)
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})

/** All that lies in the bucket and on the disk of the server. */
function allStored(): Buffer {
  const { dataDir } = server.app.config
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const onDisk = entries.map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
  return Buffer.concat([...onDisk, ...[...s3.objects.values()].map(({ bytes }) => bytes)])
}

/** Pieces of 64 bytes that are stored as they are. */
function shownPieces(document: Buffer, stored: Buffer): number {
  let shown = 0
  for (let at = 0; at + 64 <= document.length; at += 32) if (stored.includes(document.subarray(at, at + 64))) shown += 1
  return shown
}

test('no 64 bytes of a document lie in the bucket or on the disk, even after it was looked at', async () => {
  const rows = await server.app.orm.em.fork().find(PerformerDocument, {})
  expect(rows).toHaveLength(2)
  for (const { id } of rows) {
    const bytes = await readDocument(server.app, id)
    const document = bytes ? await buffer(bytes) : Buffer.alloc(0)
    expect(document.length).toBeGreaterThan(20_000)
    await server.app.storage.documentPath(id)
    expect([...s3.objects.keys()]).toContain(`documents/${id}`)
    expect(shownPieces(document, allStored())).toBe(0)
    expect(shownPieces(photo, allStored())).toBe(0)
    expect(shownPieces(document, Buffer.concat([Buffer.from('before'), document]))).toBeGreaterThan(600)
  }
})

test('a document of the bucket that was changed by one byte, or cut, does not open', async () => {
  const [{ id } = { id: '' }] = await server.app.orm.em.fork().find(PerformerDocument, {})
  const object = s3.objects.get(`documents/${id}`)
  const whole = object?.bytes ?? Buffer.alloc(0)
  const opened = async () => {
    const bytes = await readDocument(server.app, id)
    return bytes && (await buffer(bytes))
  }
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(whole.length - 100) ^ 1, whole.length - 100)
  // A copy on the disk of the server is as old as the object, to the second.
  let at = Date.now()
  const put = (bytes: Buffer) => s3.objects.set(`documents/${id}`, { bytes, changedAt: new Date((at += 5_000)) })
  for (const bytes of [changed, whole.subarray(0, -1), whole.subarray(0, whole.length / 2)]) {
    put(bytes)
    await expect(opened()).rejects.toThrow()
  }
  put(whole)
  expect((await opened())?.length).toBeGreaterThan(20_000)
})
