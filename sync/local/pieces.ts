import type { StoreTx, Upload } from '../store.ts'
import type { Replica } from './replica.ts'

/** Bytes of a piece: little enough that whoever types does not wait for one to be kept. */
export const PIECE_BYTES = 1024 * 1024

/** A file has lost bytes on this device, or was dropped while it was being kept. */
export class FileGone extends Error {
  constructor() {
    super('The file is no longer on this device.')
  }
}

/** Under what ids `blobs` holds the bytes of a file, in order: a small one under its own. */
export function pieceIdsOf({ fileId, size, pieceBytes }: Pick<Upload, 'fileId' | 'size' | 'pieceBytes'>): string[] {
  if (!pieceBytes) return [fileId]
  return Array.from({ length: Math.ceil(size / pieceBytes) }, (_, piece) => `${fileId}/${piece}`)
}

/** The bytes of a file in [from, to), as they come from its pieces. Rejects with `FileGone` when one is missing. */
export async function bytesBetween(
  { store }: Pick<Replica, 'store'>,
  upload: Pick<Upload, 'fileId' | 'size' | 'pieceBytes'>,
  { from, to }: { from: number; to: number },
): Promise<ArrayBuffer[]> {
  const { pieceBytes = upload.size } = upload
  const first = Math.floor(from / pieceBytes)
  const ids = pieceIdsOf(upload).slice(first, Math.ceil(to / pieceBytes))
  const pieces = await store.read('files', (tx) => tx.blobs.getMany(ids))
  return pieces.map((piece, index) => {
    if (!piece) throw new FileGone()
    const start = (first + index) * pieceBytes
    return piece.bytes.slice(Math.max(0, from - start), to - start)
  })
}

/** Drops files with their bytes. */
export async function dropUploads(tx: Pick<StoreTx, 'uploads' | 'blobs'>, fileIds: string[]): Promise<void> {
  const uploads = (await tx.uploads.getMany(fileIds)).filter((upload) => upload !== undefined)
  await tx.blobs.delete(uploads.flatMap(pieceIdsOf))
  await tx.uploads.delete(fileIds)
}
