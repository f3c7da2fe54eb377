import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fileTypeFromFile } from 'file-type'

export const IMAGE_MAX_BYTES = 25 * 1024 * 1024
export const VIDEO_MAX_BYTES = 200 * 1024 * 1024

const imageTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'] as const
const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/matroska'] as const

export type VideoType = (typeof videoTypes)[number]
export type MediaType =
  | { type: 'photo'; mimeType: (typeof imageTypes)[number] }
  | { type: 'video'; mimeType: VideoType }

/** What an upload is, by its content and never by its name. Refuses what is neither picture nor video as `unsupported`. */
export async function detectMediaType(path: string): Promise<MediaType> {
  const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? ''
  const image = imageTypes.find((type) => type === mime)
  if (image) return { type: 'photo', mimeType: image }
  const video = videoTypes.find((type) => type === (videoAliases[mime] ?? mime))
  if (video) return { type: 'video', mimeType: video }
  if (/^image\/hei[cf]/.test(mime)) {
    throw new Refusal('unsupported', 'HEIC pictures cannot be read here. Send it as a JPEG instead.')
  }
  throw new Refusal('unsupported', 'Use a JPEG, PNG, WebP, GIF or AVIF picture, or an MP4, MOV, WebM or MKV video.')
}

const videoAliases: Record<string, VideoType> = {
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
}

/** The ending of a file's name, for the one that saves it. */
export function extensionOf(mimeType: string): string {
  return extensions[mimeType] ?? 'bin'
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/matroska': 'mkv',
}
