import type { PostDraft } from '@vesper/sync/records/post-draft.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { keepPreview, previewOf } from '../../local-previews.ts'
import { useSync } from '../../with-sync.tsx'

/** `url` is null for a photo that another device has yet to send. */
export type Photo = {
  fileId: string
  url: string | null
  isWaiting: boolean
  /** Why the server would not take it. */
  reason: string | null
}

/** The photos of a draft in order: from the server where it has them, else from this device. */
export function usePhotos(fileIds: readonly string[], draft: PostDraft | null): Photo[] {
  const { db } = useSync()
  const local = useLiveQuery(async () => {
    const uploads = await db.uploads.bulkGet([...fileIds])
    const blobs = await db.blobs.bulkGet([...fileIds])
    return fileIds.map((fileId, index) => {
      const [upload, blob] = [uploads[index], blobs[index]]
      const url = blob ? keepPreview(fileId, new Blob([blob.bytes], upload ? { type: upload.mimeType } : {})) : null
      return { fileId, url, upload }
    })
  }, [db, fileIds.join()])
  const sent = new Map(draft?.files.map((file) => [file._id, file.thumbnailUrl ?? file.url]))
  return fileIds.map((fileId) => {
    const mine = local?.find((one) => one.fileId === fileId)
    return {
      fileId,
      url: previewOf(fileId) ?? mine?.url ?? sent.get(fileId) ?? null,
      isWaiting: mine?.upload !== undefined && mine.upload.state !== 'sent' && mine.upload.state !== 'rejected',
      reason: mine?.upload?.rejection?.message ?? null,
    }
  })
}
