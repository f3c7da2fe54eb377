import { MESSAGE_FILES_MAX } from '@vesper/sync/records/message.ts'

/** Bytes. A photo is made smaller before it is sent, a video is sent as it is. */
export const PHOTO_MAX = 25 * 1024 * 1024
export const VIDEO_MAX = 200 * 1024 * 1024

export type AttachmentProblem = 'not-supported' | 'too-large' | 'too-many' | 'empty'

/** What kind of attachment a file is; null for what a message cannot carry. */
export function attachmentType(mimeType: string): 'photo' | 'video' | null {
  if (mimeType === 'image/svg+xml') return null
  if (mimeType.startsWith('image/')) return 'photo'
  return mimeType.startsWith('video/') ? 'video' : null
}

/** Why a file cannot be attached to a message that has `count` already; null when it can. */
export function attachmentProblem(file: { type: string; size: number }, count: number): AttachmentProblem | null {
  const type = attachmentType(file.type)
  if (!type) return 'not-supported'
  if (file.size === 0) return 'empty'
  if (count >= MESSAGE_FILES_MAX) return 'too-many'
  return file.size > (type === 'photo' ? PHOTO_MAX : VIDEO_MAX) ? 'too-large' : null
}
