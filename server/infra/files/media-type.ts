import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { mediaTypeOf } from '@vesper/sync/media/media-types.ts'
import type { AudioType, MediaType, VideoType } from '@vesper/sync/media/media-types.ts'
import type { FileKind } from '@vesper/sync/vesper/purposes.ts'
import { fileTypeFromFile } from 'file-type'
import { notAPicture, notASound, notAVideo, notMedia } from './file-refusals.ts'
import { hasPicture } from './strip-metadata/inspect-video.ts'

/** A `document` is a picture or a PDF that is kept as it came. */
export type UploadedKind = FileKind | 'document'

/** The type of an upload, by its content and never by its name. Refuses any other file as `unsupported`. */
export async function detectMediaType(path: string): Promise<MediaType> {
  const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? ''
  const known = mediaTypeOf(mime)
  if (known) return known
  if (/^image\/hei[cf]/.test(mime)) {
    throw new Refusal('unsupported', 'HEIC pictures cannot be read here. Send it as a JPEG instead.')
  }
  throw notMedia()
}

/**
 * The type of an upload, by its content and never by its name. `kinds` are those that its field takes, with the bytes of
 * one at most. Refuses another kind as `unsupported`, and one too large as `too-large`.
 */
export async function detectUpload(
  { field, path, size }: { field?: string; path: string; size: number },
  kinds: { readonly [Kind in UploadedKind]?: number },
): Promise<MediaType | { type: 'document' | 'other'; mimeType: string }> {
  if (kinds.document !== undefined) return { type: 'document', mimeType: await detectDocument(path, field) }
  if (kinds.other !== undefined) return { type: 'other', mimeType: await typeOfAny(path) }
  const media = await asTaken(path, await detectMediaType(path), kinds)
  const maxBytes = kinds[media.type]
  if (maxBytes === undefined) throw notTaken(kinds)
  if (size > maxBytes) throw mediaTooLarge(media.type, maxBytes)
  return media
}

/** Browsers record sounds in the form of videos. Where sounds are taken, one without a picture is such a sound. */
async function asTaken(
  path: string,
  media: MediaType,
  kinds: { readonly [Kind in UploadedKind]?: number },
): Promise<MediaType> {
  if (media.type !== 'video' || kinds.audio === undefined || (await hasPicture(path, media.mimeType))) return media
  return { type: 'audio', mimeType: soundTypes[media.mimeType] }
}

const soundTypes: Readonly<Record<VideoType, AudioType>> = {
  ...{ 'video/mp4': 'audio/mp4', 'video/quicktime': 'audio/mp4' },
  ...{ 'video/webm': 'audio/webm', 'video/matroska': 'audio/webm' },
}

function notTaken(kinds: { readonly [Kind in UploadedKind]?: number }): Refusal {
  const [only, ...others] = Object.keys(kinds)
  if (others.length > 0) return notMedia()
  if (only === 'photo') return notAPicture()
  return only === 'video' ? notAVideo() : notASound()
}

async function typeOfAny(path: string): Promise<string> {
  return (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? 'application/octet-stream'
}

/** Refuses a file of more bytes than allowed. */
export function mediaTooLarge(type: FileKind, maxBytes: number): Refusal {
  const megabytes = Math.floor(maxBytes / 1024 / 1024)
  if (type === 'photo') return new Refusal('too-large', `A picture has at most ${megabytes} MB.`)
  if (type === 'audio') return new Refusal('too-large', `A sound has at most ${megabytes} MB.`)
  if (type === 'video') return new Refusal('too-large', `A video has at most ${megabytes} MB.`)
  return new Refusal('too-large', `A file has at most ${megabytes} MB.`)
}

async function detectDocument(path: string, field = 'file'): Promise<string> {
  const mime = (await fileTypeFromFile(path))?.mime
  if (mime !== undefined && documentTypes.has(mime)) return mime
  const message = 'Use a JPEG, PNG or WebP picture, or a PDF.'
  throw new Refusal('unsupported', message, [{ path: field, message }])
}

const documentTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])

/** The ending of a file's name, for the one that saves it. */
export function extensionOf(mimeType: string): string {
  return extensions[mimeType] ?? 'bin'
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/matroska': 'mkv',
  'audio/mp4': 'm4a',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
}
