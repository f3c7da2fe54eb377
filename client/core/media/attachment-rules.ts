/** Bytes, in messages and in posts. A photo is made smaller before it is sent, a video is sent as it is. */
export const PHOTO_MAX = 25 * 1024 * 1024
export const VIDEO_MAX = 200 * 1024 * 1024

export type AttachmentProblem = 'not-supported' | 'too-large' | 'too-many' | 'empty'

/** What kind of attachment a file is; null for what is neither photo nor video. */
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
  return file.size > (type === 'photo' ? PHOTO_MAX : VIDEO_MAX) ? 'too-large' : null
}
