import type { Upload } from '@vesper/sync/engine/store.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { keepPreview, uploadPreviewOf } from '../../../core/media/upload-previews.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { chosenFile } from '../../../entities/library/chosen-files.ts'

/**
 * A file of an asset, as far as this device knows it. `standing`: on its way to the server, in work there, ready, or not to be
 * used.
 */
export type SlotFile = {
  fileId: string
  standing: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed' | 'refused'
  /** A picture of it; null where there is none. */
  picture: string | null
  name: string | null
  /** Bytes; null while unknown. */
  size: number | null
  /** From 0 to 1: of the upload, or of the processing; null while unknown. */
  share: number | null
  /** Why the server would not take it. */
  reason: string | null
}

export type OwnFile = OwnAsset['files'][number]

/**
 * Files by their ids: from this device where it has them, else as the server has told. `cover` is the picture of a product, of
 * which the server tells nothing else.
 */
export function useSlotFiles(
  fileIds: readonly string[],
  records: readonly OwnFile[],
  cover: OwnAsset['cover'] = null,
): SlotFile[] {
  const sync = useSync()
  const local = useLiveQuery(() => readLocal(sync, fileIds), [sync, fileIds.join()])
  return fileIds.map((fileId, index) => {
    const record = records.find(({ _id }) => _id === fileId) ?? rememberedFile(fileId)
    return slotFile(fileId, {
      ...{ record, cover },
      upload: local?.[index]?.upload,
      url: local?.[index]?.url ?? uploadPreviewOf(fileId),
    })
  })
}

/** A file of the library, which its row does not show yet. */
function rememberedFile(fileId: string): OwnFile | undefined {
  const file = chosenFile(fileId)
  return file && { ...file, name: null }
}

type Known = {
  record: OwnFile | undefined
  upload: Upload | undefined
  cover: OwnAsset['cover']
  url: string | null
}

function slotFile(fileId: string, { record, upload, cover, url }: Known): SlotFile {
  const sent = upload && upload.size > 0 ? upload.sent / upload.size : null
  return {
    fileId,
    standing: standingOf({ record, upload, cover }),
    picture: url ?? (record?.status === 'ready' ? (record.thumbnailUrl ?? record.posterUrl) : (cover?.url ?? null)),
    name: upload?.name ?? record?.name ?? null,
    size: record?.size ?? upload?.size ?? null,
    share: record?.status === 'processing' ? (record.progress === null ? null : record.progress / 100) : sent,
    reason: upload?.rejection?.message ?? null,
  }
}

/** The server has a file that is neither waiting here nor told of yet: it takes no other into a slot. */
function standingOf({ record, upload, cover }: Omit<Known, 'url'>): SlotFile['standing'] {
  if (record) return record.status
  if (!upload) return cover?.url ? 'ready' : 'processing'
  if (upload.state === 'rejected') return 'refused'
  return upload.state === 'sending' || upload.state === 'sent' ? 'sending' : 'waiting'
}

type Local = { upload: Upload | undefined; url: string | null }

async function readLocal(sync: Sync, fileIds: readonly string[]): Promise<Local[]> {
  const uploads = await sync.db.uploads.bulkGet([...fileIds])
  return Promise.all(
    fileIds.map(async (fileId, index) => {
      const upload = uploads[index]
      const isPicture = upload?.mimeType.startsWith('image/') && !uploadPreviewOf(fileId)
      const file = isPicture ? await sync.fileOf(fileId) : null
      return { upload, url: file ? keepPreview(fileId, file) : null }
    }),
  )
}
