/** Bytes, in messages and in posts. Devices make a photo smaller before they send it; they send videos and sounds as they are. */
export const PHOTO_MAX_BYTES = 25 * 1024 * 1024
export const VIDEO_MAX_BYTES = 200 * 1024 * 1024
export const AUDIO_MAX_BYTES = 50 * 1024 * 1024

export const photoTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'] as const
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/matroska'] as const

export type PhotoType = (typeof photoTypes)[number]
export type VideoType = (typeof videoTypes)[number]
/** A file that can be attached. */
export type MediaType = { type: 'photo'; mimeType: PhotoType } | { type: 'video'; mimeType: VideoType }

/** The kind of a MIME type, or null for one that is not taken. */
export function mediaTypeOf(mimeType: string): MediaType | null {
  const photo = photoTypes.find((type) => type === mimeType)
  if (photo) return { type: 'photo', mimeType: photo }
  const video = videoTypes.find((type) => type === (videoAliases[mimeType] ?? mimeType))
  return video ? { type: 'video', mimeType: video } : null
}

/** Other names of the same types. */
const videoAliases: Record<string, VideoType> = {
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
}
