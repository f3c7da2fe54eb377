import { PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'

export type AttachmentProblem = 'not-supported' | 'too-large' | 'too-many' | 'empty'

/** The kind of an attachment; null for a file that is neither photo nor video. */
export function attachmentType(mimeType: string): 'photo' | 'video' | null {
  if (mimeType === 'image/svg+xml') return null
  if (mimeType.startsWith('image/')) return 'photo'
  return mimeType.startsWith('video/') ? 'video' : null
}

type Room = { count: number; most: number }

/** Why a file cannot be attached to what has `count` of `most` already; null when it can. */
export function attachmentProblem(
  file: { type: string; size: number },
  { count, most }: Room,
): AttachmentProblem | null {
  const type = attachmentType(file.type)
  if (!type) return 'not-supported'
  if (file.size === 0) return 'empty'
  if (count >= most) return 'too-many'
  return file.size > (type === 'photo' ? PHOTO_MAX_BYTES : VIDEO_MAX_BYTES) ? 'too-large' : null
}
