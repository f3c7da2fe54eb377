import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { Attachment } from './composer-model.ts'

/** A file of the library as an attachment: the server has it, so it is ready. None of a file that is no photo, video or sound. */
export function attachmentOfChosen({ _id: fileId, type, thumbnailUrl, url }: FileRecord): Attachment[] {
  if (type === 'other') return []
  const previewUrl = type === 'photo' ? (thumbnailUrl ?? url) : type === 'video' ? url : null
  return [{ fileId, name: '', type, state: 'ready', previewUrl, reason: null }]
}
