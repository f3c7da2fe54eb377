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
  const sync = useSync()
  const local = useLiveQuery(async () => {
    const uploads = await sync.db.uploads.bulkGet([...fileIds])
    const files = await Promise.all(fileIds.map(async (fileId) => (previewOf(fileId) ? null : sync.fileOf(fileId))))
    return fileIds.map((fileId, index) => {
      const file = files[index]
      return { fileId, url: file ? keepPreview(fileId, file) : null, upload: uploads[index] }
    })
  }, [sync, fileIds.join()])
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
