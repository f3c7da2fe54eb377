import { v7 } from 'uuid'
import type { App } from '../../../../app.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { detectUpload } from '../../../../infra/files/media-type.ts'
import { documentFields } from '../../../../infra/files/uploads/purposes.ts'
import type { UploadedFile } from '../../../../infra/http/route.ts'
import { PerformerDocument } from '../entity.ts'

/** An upload that was looked at; its bytes are still where the upload put them. */
export type IdentityDocument = Pick<PerformerDocument, 'id' | 'kind' | 'mimeType' | 'size'> & { path: string }

/** Looks at each file of a registration. Refuses a file that is not a document. */
export function inspectDocuments(files: readonly UploadedFile[]): Promise<IdentityDocument[]> {
  return Promise.all(
    files.map(async (file) => {
      const kind = file.field as PerformerDocument['kind']
      const { mimeType } = await detectUpload(file, documentFields[kind].kinds)
      return { id: v7(), kind, mimeType, size: file.size, path: file.path }
    }),
  )
}

/**
 * Runs `write` with the documents in the private area of the storage, and takes them out again if it fails: rows never
 * name bytes that are not there.
 */
export async function withStoredDocuments<Result>(
  app: App,
  documents: readonly IdentityDocument[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    for (const { id, path } of documents) await app.storage.putDocument(id, path)
    return await write()
  } catch (error) {
    for (const { id } of documents) await app.storage.removeDocument(id)
    throw error
  }
}

/** Records whose the stored documents are. */
export function recordDocuments(tx: Tx, userId: string, documents: readonly IdentityDocument[]): void {
  for (const { id, kind, mimeType, size } of documents) {
    tx.em.create(PerformerDocument, { id, userId, kind, mimeType, size, createdAt: tx.now })
  }
}
