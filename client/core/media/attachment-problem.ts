import { AUDIO_MAX_BYTES, PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'

export type AttachmentProblem = 'not-supported' | 'too-large' | 'too-many' | 'empty'
export type AttachmentKind = 'photo' | 'video' | 'audio'

const maxBytes: Record<AttachmentKind, number> = {
  photo: PHOTO_MAX_BYTES,
  video: VIDEO_MAX_BYTES,
  audio: AUDIO_MAX_BYTES,
}

/** The kind of an attachment; null for any other file. */
export function attachmentType(mimeType: string): AttachmentKind | null {
  if (mimeType === 'image/svg+xml') return null
  if (mimeType.startsWith('image/')) return 'photo'
  if (mimeType.startsWith('audio/')) return 'audio'
  return mimeType.startsWith('video/') ? 'video' : null
}

/** The purpose that a file of a post is uploaded for. */
export function feedPurposeOf(mimeType: string): FilePurpose {
  return `feed-${attachmentType(mimeType) ?? 'photo'}`
}

type Room = { count: number; most: number; kinds?: readonly AttachmentKind[] }

/** Why a file cannot be attached to what has `count` of `most` already, and takes these kinds; null when it can. */
export function attachmentProblem(
  file: { type: string; size: number },
  { count, most, kinds = ['photo', 'video'] }: Room,
): AttachmentProblem | null {
  const type = attachmentType(file.type)
  if (!type || !kinds.includes(type)) return 'not-supported'
  if (file.size === 0) return 'empty'
  if (count >= most) return 'too-many'
  return file.size > maxBytes[type] ? 'too-large' : null
}
