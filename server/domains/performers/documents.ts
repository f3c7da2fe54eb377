import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fileTypeFromFile } from 'file-type'
import { v7 } from 'uuid'
import type { App } from '../../context.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import type { UploadedFile, UploadSpec } from '../../infra/http/route.ts'
import { PerformerDocument } from './entity.ts'

const MAX_BYTES = 10 * 1024 * 1024
const accepted: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])

/** What proves who a creator is. */
export const documentUploads = {
  idFront: { maxCount: 1, maxBytes: MAX_BYTES, required: true },
  idBack: { maxCount: 1, maxBytes: MAX_BYTES, required: false },
  selfie: { maxCount: 1, maxBytes: MAX_BYTES, required: true },
} satisfies UploadSpec

/** An upload that was looked at; its bytes are still where the upload put them. */
export type IdentityDocument = Pick<PerformerDocument, 'id' | 'kind' | 'mimeType' | 'size'> & { path: string }

/** Looks at what the files are, by content and not by name. Refuses anything but JPEG, PNG, WebP and PDF. */
export function inspectDocuments(files: readonly UploadedFile[]): Promise<IdentityDocument[]> {
  return Promise.all(
    files.map(async ({ field, path, size }) => {
      const type = await fileTypeFromFile(path)
      if (!type || !accepted.has(type.mime)) {
        const message = 'Use a JPEG, PNG or WebP picture, or a PDF.'
        throw new Refusal('unsupported', message, [{ path: field, message }])
      }
      return { id: v7(), kind: field as PerformerDocument['kind'], mimeType: type.mime, size, path }
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
