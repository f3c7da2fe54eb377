import { isQueued } from '../core/kept.ts'
import type { UploadJob } from '../edges.ts'
import type { Upload } from '../store.ts'
import type { Replica } from './replica.ts'
import { rejectForFile } from './settle-by-user.ts'

export type AttachedFile = Pick<Upload, 'fileId' | 'name' | 'mimeType'> & {
  bytes: ArrayBuffer
  /** Pixels, where known. */
  width?: number | null
  height?: number | null
}

/** Keeps a file for a mutation that will name it; durable when it resolves. */
export async function attach(replica: Replica, { bytes, ...file }: AttachedFile): Promise<void> {
  const upload: Upload = {
    fileId: file.fileId,
    name: file.name,
    mimeType: file.mimeType,
    size: bytes.byteLength,
    state: 'waiting',
    sent: 0,
    rejection: null,
    width: file.width ?? null,
    height: file.height ?? null,
    queuedAt: replica.now().toISOString(),
  }
  await replica.store.write('strict', 'files', async (tx) => {
    await tx.uploads.put([upload])
    await tx.blobs.put([{ fileId: upload.fileId, bytes }])
  })
}

/** Drops a file that no queued mutation names. */
export async function detach(replica: Replica, fileId: string): Promise<void> {
  await replica.store.write('strict', 'replica', async (tx) => {
    const named = (await tx.outbox.all()).some(({ name, args }) => replica.model.files(name, args).includes(fileId))
    if (named) return
    await tx.uploads.delete([fileId])
    await tx.blobs.delete([fileId])
  })
}

/** The next file to go up; null when there is none, or all of them are delayed. */
export async function nextUpload(replica: Replica, isDelayed: (fileId: string) => boolean): Promise<UploadJob | null> {
  const found = await replica.store.read('outbox', async (tx) => {
    const unsent = (await tx.uploads.all()).filter(({ state }) => state === 'waiting' || state === 'sending')
    if (unsent.length === 0) return null
    const uploads = new Map(unsent.map((upload) => [upload.fileId, upload]))
    for (const record of (await tx.outbox.all()).filter(isQueued)) {
      const fileIds = replica.model.files(record.name, record.args)
      const upload = fileIds.map((id) => uploads.get(id)).find((one) => one && !isDelayed(one.fileId))
      if (upload) return { upload, record }
    }
    return null
  })
  if (!found) return null
  const blob = await replica.store.read('files', (tx) => tx.blobs.get(found.upload.fileId))
  if (blob) return { ...found, bytes: blob.bytes }
  await rejectForFile(replica, found.upload.fileId, {
    kind: 'not-found',
    message: 'The file is no longer on this device.',
  })
  return nextUpload(replica, isDelayed)
}

/**
 * False when the upload is gone, because its mutation was taken back. What is on the server stays `sent`, whatever a second
 * tab that sent it too has met.
 */
export async function patchUpload(replica: Replica, fileId: string, patch: Partial<Upload>): Promise<boolean> {
  return replica.store.write('relaxed', 'files', async (tx) => {
    const upload = await tx.uploads.get(fileId)
    if (upload && upload.state !== 'sent') await tx.uploads.put([{ ...upload, ...patch }])
    return upload !== undefined
  })
}
