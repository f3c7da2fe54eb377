import { isQueued } from '../core/outbox-record.ts'
import type { UploadJob } from '../ports.ts'
import type { Upload } from '../store.ts'
import { readerOf } from './file-chunks.ts'
import type { Replica } from './replica.ts'

/** The next file to go up; null when there is none, or all of them are delayed. */
export async function nextUpload(replica: Replica, isDelayed: (fileId: string) => boolean): Promise<UploadJob | null> {
  return replica.store.read('outbox', async (tx) => {
    const unsent = (await tx.uploads.all()).filter(({ state }) => state === 'waiting' || state === 'sending')
    if (unsent.length === 0) return null
    const uploads = new Map(unsent.map((upload) => [upload.fileId, upload]))
    for (const record of (await tx.outbox.all()).filter(isQueued)) {
      const fileIds = replica.model.files(record.name, record.args)
      const upload = fileIds.map((id) => uploads.get(id)).find((one) => one && !isDelayed(one.fileId))
      if (upload) return { upload, record, read: readerOf(replica, upload) }
    }
    return null
  })
}

/**
 * False when the upload is gone, because its mutation was taken back. An uploaded file stays `sent`, whatever a second
 * tab that sent it too has met.
 */
export async function patchUpload(replica: Replica, fileId: string, patch: Partial<Upload>): Promise<boolean> {
  return replica.store.write('relaxed', 'files', async (tx) => {
    const upload = await tx.uploads.get(fileId)
    if (upload && upload.state !== 'sent') await tx.uploads.put([{ ...upload, ...patch }])
    return upload !== undefined
  })
}
