import { t } from '@lingui/core/macro'
import type { Sync } from '../../with-sync.tsx'
import { attachmentType, PHOTO_MAX, VIDEO_MAX } from './attachment-rules.ts'
import type { AttachmentProblem } from './attachment-rules.ts'
import { keepPreview } from '../../local-previews.ts'

type Prepared = { bytes: Blob; width: number | null; height: number | null }

/** Makes a file ready and durable on this device; resolves to an address that shows it. */
export async function attachFile(sync: Sync, fileId: string, file: File): Promise<string> {
  const { bytes, width, height } = await prepare(file)
  await sync.attach({ fileId, name: file.name || 'file', mimeType: bytes.type, bytes, width, height })
  return keepPreview(fileId, bytes)
}

/** What to tell about a file that cannot be attached. */
export function problemText(problem: AttachmentProblem): string {
  const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  switch (problem) {
    case 'not-supported':
      return t`Only photos and videos can be attached.`
    case 'empty':
      return t`This file is empty.`
    case 'too-many':
      return t`A message has at most 10 files.`
    case 'too-large':
      return t`This file is too large: photos up to ${mebibytes(PHOTO_MAX)} MB, videos up to ${mebibytes(VIDEO_MAX)} MB.`
  }
}

async function prepare(file: File): Promise<Prepared> {
  if (attachmentType(file.type) === 'video') return { bytes: file, ...(await videoSize(file)) }
  // Drawing a moving picture anew would stop it.
  if (file.type === 'image/gif') return { bytes: file, width: null, height: null }
  const { prepareImage } = await import('../../prepare-image.ts')
  return prepareImage(file)
}

/** Pixels of a video; unknown for one that this browser cannot play, which the other may be able to. */
function videoSize(file: File): Promise<{ width: number | null; height: number | null }> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(file)
    const settle = () => {
      URL.revokeObjectURL(url)
      resolve({ width: video.videoWidth || null, height: video.videoHeight || null })
    }
    video.preload = 'metadata'
    video.onloadedmetadata = settle
    video.onerror = settle
    video.src = url
  })
}
