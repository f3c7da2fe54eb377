import type { StoreTx, Upload } from '../store.ts'
import { dropUploads, FileGone, CHUNK_BYTES, chunkIdsOf, readChunk } from './file-chunks.ts'
import type { Replica } from './replica.ts'
import { holdTabLock } from './tab-lock.ts'

export type AttachedFile = Pick<Upload, 'fileId' | 'name' | 'mimeType' | 'purpose'> & {
  /** A Blob is read piece by piece. */
  bytes: ArrayBuffer | Blob
  /** Pixels, where known. */
  width?: number | null
  height?: number | null
}

/** Keeps a file for a mutation that will name it; durable when it resolves, and nothing of it stays when it rejects. */
export async function attach(replica: Replica, { bytes, ...file }: AttachedFile): Promise<void> {
  const { store, chunkBytes: pieceBytes = CHUNK_BYTES } = replica
  const upload: Upload = {
    fileId: file.fileId,
    name: file.name,
    mimeType: file.mimeType,
    size: 'size' in bytes ? bytes.size : bytes.byteLength,
    state: 'waiting',
    sent: 0,
    rejection: null,
    width: file.width ?? null,
    height: file.height ?? null,
    queuedAt: replica.now().toISOString(),
    ...(file.purpose !== undefined && { purpose: file.purpose }),
    ...(replica.tabLock && { tab: holdTabLock(replica, replica.tabLock) }),
  }
  if (upload.size > pieceBytes) return keepInPieces(replica, { ...upload, pieceBytes }, bytes)
  const whole = await read(bytes.slice(0))
  await store.write('strict', 'files', async (tx) => {
    await tx.uploads.put([upload])
    await tx.blobs.put([{ fileId: upload.fileId, bytes: whole }])
  })
}

/** [UPLOAD-6] One transaction for each piece: a phone holds one in memory, and no other write waits for all of them. */
async function keepInPieces(
  { store, log }: Replica,
  upload: Upload & { pieceBytes: number },
  bytes: ArrayBuffer | Blob,
): Promise<void> {
  const { fileId, pieceBytes } = upload
  await store.write('strict', 'files', (tx) => tx.uploads.put([{ ...upload, state: 'keeping' }]))
  const whileKept = (work: (tx: StoreTx) => Promise<void>) =>
    store.write('strict', 'files', async (tx) => {
      if (!(await tx.uploads.get(fileId))) throw new FileGone()
      await work(tx)
    })
  try {
    for (const [index, id] of chunkIdsOf(upload).entries()) {
      const piece = await read(bytes.slice(index * pieceBytes, (index + 1) * pieceBytes))
      await whileKept((tx) => tx.blobs.put([{ fileId: id, bytes: piece }]))
    }
    await whileKept((tx) => tx.uploads.put([upload]))
  } catch (cause) {
    await store
      .write('relaxed', 'files', (tx) => dropUploads(tx, [fileId]))
      .catch((left: unknown) => log({ level: 'warn', message: 'what was kept of a file stays for now', cause: left }))
    throw cause
  }
}

async function read(bytes: ArrayBuffer | Blob): Promise<ArrayBuffer> {
  return 'size' in bytes ? bytes.arrayBuffer() : bytes
}

/** Drops a file that no queued mutation names. */
export async function detach(replica: Replica, fileId: string): Promise<void> {
  await replica.store.write('strict', 'replica', async (tx) => {
    const named = (await tx.outbox.all()).some(({ name, args }) => replica.model.files(name, args).includes(fileId))
    if (!named) await dropUploads(tx, [fileId])
  })
}

/** A file that this device keeps, read piece by piece; null when it does not have all of it. */
export async function fileOf(replica: Replica, fileId: string): Promise<Blob | null> {
  const upload = await replica.store.read('files', (tx) => tx.uploads.get(fileId))
  if (!upload || upload.state === 'keeping') return null
  const pieces: Blob[] = []
  try {
    // The browser holds the bytes of a Blob, on disk where there are many.
    for (const id of chunkIdsOf(upload)) pieces.push(new Blob([await readChunk(replica, id)]))
  } catch (cause) {
    if (cause instanceof FileGone) return null
    throw cause
  }
  return new Blob(pieces, { type: upload.mimeType })
}
