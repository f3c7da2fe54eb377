import { Refusal } from '../protocol/refusal.ts'
import type { StoreTx, Upload } from '../store.ts'
import type { Replica } from './replica.ts'

/** Bytes of a piece: little enough that whoever types does not wait for one to be kept. */
export const CHUNK_BYTES = 1024 * 1024

/** How browsers say that a row is there and its bytes, in a file beside the database, are not. */
const UNREADABLE = new Set(['NotReadableError', 'NotFoundError', 'DataError', 'UnknownError'])

/** A file has lost bytes on this device, or was dropped while it was being kept. */
export class FileGone extends Refusal {
  constructor(cause?: unknown) {
    super('not-found', 'The file is no longer on this device.')
    this.cause = cause
  }
}

/** Ids under which `blobs` holds the bytes of a file, in order. A small file has its own id. */
export function chunkIdsOf({ fileId, size, pieceBytes }: Pick<Upload, 'fileId' | 'size' | 'pieceBytes'>): string[] {
  if (!pieceBytes) return [fileId]
  return Array.from({ length: Math.ceil(size / pieceBytes) }, (_, piece) => `${fileId}/${piece}`)
}

/**
 * Reads the bytes of a file in [from, to), as they come from its pieces. The last piece is remembered: what goes up in
 * parts asks for it several times. Rejects with `FileGone` when one is missing, and with the storage's own error when nothing
 * can be read.
 */
export function readerOf(
  replica: Pick<Replica, 'store'>,
  upload: Pick<Upload, 'fileId' | 'size' | 'pieceBytes'>,
): (from: number, to: number) => Promise<ArrayBuffer[]> {
  const { pieceBytes = upload.size } = upload
  const ids = chunkIdsOf(upload)
  let last: { index: number; bytes: ArrayBuffer } | null = null
  return async (from, to) => {
    const parts: ArrayBuffer[] = []
    for (let index = Math.floor(from / pieceBytes); index < Math.min(to / pieceBytes, ids.length); index += 1) {
      if (last?.index !== index) last = { index, bytes: await readChunk(replica, ids[index] ?? '') }
      const start = index * pieceBytes
      parts.push(last.bytes.slice(Math.max(0, from - start), to - start))
    }
    return parts
  }
}

/** [UPLOAD-7] Rejects as `readerOf` tells. */
export async function readChunk({ store }: Pick<Replica, 'store'>, id: string): Promise<ArrayBuffer> {
  const piece = await store
    .read('files', (tx) => tx.blobs.get(id))
    .catch(async (cause: unknown) => {
      if (!isUnreadable(cause)) throw cause
      // A database that cannot be read at all, be it for a moment, says nothing of this file.
      await store.read('files', (tx) => tx.uploads.get(id))
      throw new FileGone(cause)
    })
  if (!piece) throw new FileGone()
  return piece.bytes
}

function isUnreadable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { inner } = cause as { inner?: unknown }
  return UNREADABLE.has(cause.name) || (inner !== undefined && isUnreadable(inner))
}

/** Drops files with their bytes. */
export async function dropUploads(tx: Pick<StoreTx, 'uploads' | 'blobs'>, fileIds: string[]): Promise<void> {
  const uploads = (await tx.uploads.getMany(fileIds)).filter((upload) => upload !== undefined)
  await tx.blobs.delete(uploads.flatMap(chunkIdsOf))
  await tx.uploads.delete(fileIds)
}
