import { t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { AUDIO_MAX_BYTES, PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import { POST_FILES_MAX } from '@vesper/sync/vesper/records/post.ts'
import { attachmentProblem, feedPurposeOf } from '../../../core/media/attachment-problem.ts'
import { prepareFile } from '../../../core/media/prepare/prepare-file.ts'
import { withSoundType } from '../../../core/media/prepare/with-sound-type.ts'
import { withType } from '../../../core/media/sniff-media-type.ts'
import { keepPreview } from '../../../core/media/upload-previews.ts'
import { whileUnsavedWork } from '../../../core/page/unsaved-work.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'

/** Why a file cannot be added to a draft that has `count`, for people; null when it can. */
export function fileProblem(file: File, count: number): string | null {
  const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  switch (attachmentProblem(file, { count, most: POST_FILES_MAX, kinds: ['photo', 'video', 'audio'] })) {
    case null:
      return null
    case 'not-supported':
      return t`Only photos, videos and sounds can be added.`
    case 'empty':
      return t`This file is empty.`
    case 'too-many':
      return t`A post has at most ${POST_FILES_MAX} files.`
    case 'too-large':
      return t`This file is too large: photos up to ${mebibytes(PHOTO_MAX_BYTES)} MB, videos up to ${mebibytes(VIDEO_MAX_BYTES)} MB, sounds up to ${mebibytes(AUDIO_MAX_BYTES)} MB.`
  }
}

/** A draft on this device that has `count` files. `purpose`: why the file is uploaded; by its kind unless told. */
type Place = { sync: Sync; count: number; purpose?: FilePurpose }

/**
 * Makes a photo, video or sound ready and durable on this device, without what tells where it was made. Refuses what cannot be added
 * to the draft.
 */
export async function keepFile({ sync, count, ...place }: Place, fileId: string, chosen: File): Promise<void> {
  const typed = await withType(chosen)
  const file = place.purpose === undefined ? await withSoundType(typed) : typed
  const problem = fileProblem(file, count)
  if (problem !== null) throw new Refusal('invalid', problem)
  const { bytes, width, height } = await whileUnsavedWork(prepareFile(file))
  const purpose = place.purpose ?? feedPurposeOf(bytes.type)
  const kept = { fileId, name: file.name || 'file', mimeType: bytes.type, bytes, width, height, purpose }
  await whileUnsavedWork(sync.attach(kept))
  keepPreview(fileId, bytes)
}
