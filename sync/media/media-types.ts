/** Bytes, in messages and in posts. Devices make a photo smaller before they send it; they send videos and sounds as they are. */
export const PHOTO_MAX_BYTES = 25 * 1024 * 1024
export const VIDEO_MAX_BYTES = 200 * 1024 * 1024
export const AUDIO_MAX_BYTES = 50 * 1024 * 1024

export const photoTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'] as const
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/matroska'] as const

export const audioTypes = [
  ...(['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav', 'audio/flac', 'audio/webm'] as const),
] as const

export type PhotoType = (typeof photoTypes)[number]
export type VideoType = (typeof videoTypes)[number]
export type AudioType = (typeof audioTypes)[number]
/** A file that can be attached. */
export type MediaType =
  | { type: 'photo'; mimeType: PhotoType }
  | { type: 'video'; mimeType: VideoType }
  | { type: 'audio'; mimeType: AudioType }

/** The kind of a MIME type, parameters left aside; null for one that is not taken. */
export function mediaTypeOf(mimeType: string): MediaType | null {
  const [plain = ''] = mimeType.split(';')
  const known = aliases[plain] ?? plain
  const photo = photoTypes.find((type) => type === known)
  if (photo) return { type: 'photo', mimeType: photo }
  const video = videoTypes.find((type) => type === known)
  if (video) return { type: 'video', mimeType: video }
  const audio = audioTypes.find((type) => type === known)
  return audio ? { type: 'audio', mimeType: audio } : null
}

/** Other names of the same types. */
const aliases: Record<string, VideoType | AudioType> = {
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/x-flac': 'audio/flac',
}
