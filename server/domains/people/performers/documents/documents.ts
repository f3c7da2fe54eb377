import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import type { App } from '../../../../app.ts'
import { openSealedFile, sealFile } from '../../../../infra/crypto/sealed-file.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { detectUpload } from '../../../../infra/files/media-type.ts'
import { processPicture } from '../../../../infra/files/processing/picture-processes.ts'
import { cleanPdf } from '../../../../infra/files/strip-metadata/clean-pdf.ts'
import { documentFields } from '../../../../infra/files/uploads/purposes.ts'
import type { UploadedFile } from '../../../../infra/http/route.ts'
import { PerformerDocument } from '../entity.ts'

/** An upload that was looked at, without its metadata; its bytes are still where the upload put them. */
export type IdentityDocument = Pick<PerformerDocument, 'id' | 'kind' | 'mimeType' | 'size'> & { path: string }

const PDF = 'application/pdf'

/**
 * Looks at each file of a registration, and takes out where and with what it was made. Callers take turns: `caller` is an
 * account's id, or the address of a stranger. Refuses a file that is not a document, or is damaged.
 */
export async function inspectDocuments(
  app: App,
  files: readonly UploadedFile[],
  caller: string,
): Promise<IdentityDocument[]> {
  const documents: IdentityDocument[] = []
  for (const file of files) {
    const kind = file.field as PerformerDocument['kind']
    const { mimeType } = await detectUpload(file, documentFields[kind].kinds)
    documents.push({
      id: v7(),
      kind,
      path: file.path,
      ...(await cleanDocument(app, { path: file.path, mimeType }, caller)),
    })
  }
  return documents
}

/** Writes a document again without its metadata, in its place. A picture becomes a JPEG. */
export async function cleanDocument(
  app: App,
  { path, mimeType }: { path: string; mimeType: string },
  caller: string,
): Promise<Pick<PerformerDocument, 'mimeType' | 'size'>> {
  if (mimeType === PDF) {
    const bytes = await readFile(path)
    cleanPdf(bytes)
    await writeFile(path, bytes)
    return { mimeType, size: bytes.length }
  }
  const target = app.storage.workPath()
  try {
    const picture = await processPicture(caller, { kind: 'document', source: path, target })
    await copyFile(target, path)
    return { mimeType: picture.mimeType, size: (await stat(path)).size }
  } finally {
    await rm(target, { force: true })
  }
}

/**
 * Runs `write` with the documents in the private area of the storage, sealed, and takes them out again if it fails: rows never
 * name bytes that are not there.
 */
export async function withStoredDocuments<Result>(
  app: App,
  documents: readonly IdentityDocument[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    for (const { id, path } of documents) await sealDocument(app, id, path)
    return await write()
  } catch (error) {
    for (const { id } of documents) await app.storage.removeDocument(id)
    throw error
  }
}

/** Puts the file at `path` into the private area, sealed. The file stays. */
export async function sealDocument(app: App, id: string, path: string): Promise<void> {
  const sealed = app.storage.workPath()
  try {
    await sealFile(app.sealer, { source: path, target: sealed, about: aboutOf(id) })
    await app.storage.putDocument(id, sealed)
  } finally {
    await rm(sealed, { force: true })
  }
}

/** The bytes of a document, chunk by chunk; null when they are not there. */
export async function readDocument(app: App, id: string): Promise<AsyncGenerator<Buffer> | null> {
  const path = await app.storage.documentPath(id)
  return path === null ? null : openSealedFile(app.sealer, { path, about: aboutOf(id) })
}

/** The text that a document is sealed for. */
export function aboutOf(id: string): string {
  return `document:${id}`
}

/** Records whose the stored documents are. */
export function recordDocuments(tx: Tx, userId: string, documents: readonly IdentityDocument[]): void {
  for (const { id, kind, mimeType, size } of documents) {
    tx.em.create(PerformerDocument, { id, userId, kind, mimeType, size, createdAt: tx.now })
  }
}
