import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { PerformerDocument } from '../entity.ts'
import { sweepDocuments } from './sweep-documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function putDocument(): Promise<string> {
  const [id, path] = [v7(), server.app.storage.workPath()]
  writeFileSync(path, 'a passport')
  await server.app.storage.putDocument(id, path)
  return id
}

function makeOld(id: string): void {
  const then = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(join(server.app.config.dataDir, 'documents', id.slice(-2), id), then, then)
}

test('identity documents that a crash left without a row go, those of creators and of today stay', async () => {
  const [stray, fresh, recorded] = [await putDocument(), await putDocument(), await putDocument()]
  await transact(server.app, null, async ({ em }) => {
    const facts = { kind: 'selfie', mimeType: 'image/png', size: 10, createdAt: new Date() } as const
    em.create(PerformerDocument, { id: recorded, userId: v7(), ...facts })
  })
  for (const id of [stray, recorded]) makeOld(id)
  await sweepDocuments(server.app)
  const left = await Promise.all([stray, fresh, recorded].map((id) => server.app.storage.documentPath(id)))
  expect(left.map((document) => document !== null)).toEqual([false, true, true])
})
