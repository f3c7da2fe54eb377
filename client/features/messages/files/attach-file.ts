import { t } from '@lingui/core/macro'
import { AUDIO_MAX_BYTES, PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import type { AttachmentProblem } from '../../../core/media/attachment-problem.ts'
import { keepPreview, keepShape } from '../../../core/media/upload-previews.ts'
import { whileUnsavedWork } from '../../../core/page/unsaved-work.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { importWithRetry } from '../../../ui/import-with-retry.ts'

const preparing = () => importWithRetry(() => import('../../../core/media/prepare/prepare-file.ts'))

/** Makes a file ready and durable on this device, as soon as the code for that loads; resolves to an address that shows it. */
export async function attachFile(sync: Sync, fileId: string, file: File): Promise<string> {
  const { prepareFile } = await preparing()
  // Not before: where a newer version has replaced that code, only the page of that version can load it.
  const { bytes, width, height } = await whileUnsavedWork(prepareFile(file))
  await whileUnsavedWork(sync.attach({ fileId, name: file.name || 'file', mimeType: bytes.type, bytes, width, height }))
  keepShape(fileId, { width, height })
  return keepPreview(fileId, bytes)
}

/** The message for a file that cannot be attached. */
export function problemText(problem: AttachmentProblem): string {
  const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  switch (problem) {
    case 'not-supported':
      return t`Only photos, videos and sounds can be attached.`
    case 'empty':
      return t`This file is empty.`
    case 'too-many':
      return t`A message has at most 10 files.`
    case 'too-large':
      return t`This file is too large: photos up to ${mebibytes(PHOTO_MAX_BYTES)} MB, videos up to ${mebibytes(VIDEO_MAX_BYTES)} MB, sounds up to ${mebibytes(AUDIO_MAX_BYTES)} MB.`
  }
}
