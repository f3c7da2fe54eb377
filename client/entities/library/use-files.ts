import type { Upload } from '@vesper/sync/engine/store.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { keepPreview, uploadPreviewOf } from '../../core/media/upload-previews.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { chosenFile } from './chosen-files.ts'

/** A longer video is not read from the disk for the sake of its picture. */
const PREVIEW_MAX = 32 * 1024 * 1024

/**
 * How far a file is: `waiting` to go up, `sending`, `processing` or `ready` on the server, `failed` there, `refused` by it, or
 * `elsewhere`, on another device that has yet to send it.
 */
export type FileStanding = 'waiting' | 'sending' | 'processing' | 'ready' | 'failed' | 'refused' | 'elsewhere'

export type DraftFile = {
  fileId: string
  type: 'photo' | 'video' | 'audio'
  standing: FileStanding
  /** The address of its picture, or of the file itself; null where this device has neither. */
  url: string | null
  /** A video's picture, where the server has made one. */
  poster: string | null
  /** As it was named on this device. */
  name: string | null
  /** Bytes; null while unknown. */
  size: number | null
  /** The sent part, from 0 to 1. */
  sent: number
  /** Why the server would not take it. */
  reason: string | null
}

/** The files of a draft in order: from this device where it has them, else as the server has them, in `stored`. */
export function useFiles(fileIds: readonly string[], stored: readonly FileRecord[]): DraftFile[] {
  const sync = useSync()
  const local = useLiveQuery(() => readLocal(sync, fileIds), [sync, fileIds.join()])
  const records = new Map(stored.map((file) => [file._id, file]))
  return fileIds.map((fileId) => {
    const mine = local?.find((one) => one.fileId === fileId)
    return draftFile(fileId, {
      upload: mine?.upload,
      url: mine?.url ?? uploadPreviewOf(fileId),
      record: records.get(fileId) ?? chosenFile(fileId),
    })
  })
}

type Known = { upload: Upload | undefined; url: string | null; record: FileRecord | undefined }

export function draftFile(fileId: string, { upload, url, record }: Known): DraftFile {
  const type = record ? typeOf(`${record.type}/`) : typeOf(upload?.mimeType ?? '')
  const isVideo = type === 'video'
  const stored = record?.status === 'ready' ? (isVideo ? record.url : (record.thumbnailUrl ?? record.url)) : null
  return {
    fileId,
    type,
    standing: standingOf(upload, record),
    url: url ?? stored,
    poster: isVideo ? (record?.thumbnailUrl ?? null) : null,
    name: upload?.name ?? null,
    size: record?.size ?? upload?.size ?? null,
    sent: upload && upload.size > 0 ? upload.sent / upload.size : 0,
    reason: upload?.rejection?.message ?? null,
  }
}

/** By the type of its content; what is not known is most likely a photo. */
function typeOf(mimeType: string): DraftFile['type'] {
  if (mimeType.startsWith('video/')) return 'video'
  return mimeType.startsWith('audio/') ? 'audio' : 'photo'
}

function standingOf(upload: Upload | undefined, record: FileRecord | undefined): FileStanding {
  if (record) return record.status
  if (!upload) return 'elsewhere'
  if (upload.state === 'rejected') return 'refused'
  return upload.state === 'sending' || upload.state === 'sent' ? 'sending' : 'waiting'
}

type Local = { fileId: string; upload: Upload | undefined; url: string | null }

async function readLocal(sync: Sync, fileIds: readonly string[]): Promise<Local[]> {
  const uploads = await sync.db.uploads.bulkGet([...fileIds])
  return Promise.all(
    fileIds.map(async (fileId, index) => {
      const upload = uploads[index]
      const isShown = upload && (typeOf(upload.mimeType) === 'photo' || upload.size <= PREVIEW_MAX)
      const file = isShown && !uploadPreviewOf(fileId) ? await sync.fileOf(fileId) : null
      return { fileId, upload, url: file ? keepPreview(fileId, file) : null }
    }),
  )
}
