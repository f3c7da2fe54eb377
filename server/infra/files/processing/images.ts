import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import sharp from 'sharp'
import type { Metadata, OutputInfo, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { createGate } from '../../concurrency/gate.ts'
import type { PublicRendition } from '../media/media-link.ts'
import { notAPicture } from '../refusals.ts'
import { cuts, edges } from '../uploads/purposes.ts'

/** What a picture that is decoded has at most, be it a photo or one of a video: decoded, 50 megapixels take 200 MB. */
export const MAX_PIXELS = 50_000_000

const THUMBHASH_EDGE = 100
const SECONDS = 30

// Every upload is a file of its own: remembering what was read of one only holds memory.
sharp.cache(false)

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** A picture that has been decoded and written anew. Pixels are those of `path`; `placeholder` is a Base64 thumbhash. */
export type EncodedImage = {
  mimeType: 'image/jpeg' | 'image/webp'
  size: number
  width: number
  height: number
  placeholder: string
}

// A decoded picture of 50 megapixels takes 200 MB: two at a time keep the memory bounded.
const gate = createGate(2)

/**
 * Writes the renditions of a message's photo: `original` within 2048 pixels (animations kept), `thumbnail` within 480.
 * Nothing of the upload but its pixels goes in, so EXIF, GPS and embedded previews stay behind.
 * Refuses as `invalid` what cannot be decoded and as `too-large` what has over 50 megapixels, all frames counted.
 */
export function encodePhoto(source: string, target: { original: string; thumbnail: string }): Promise<EncodedImage> {
  return gate(async () => {
    const metadata = await inspect(source)
    const animated = (metadata.pages ?? 1) > 1 && (metadata.format === 'gif' || metadata.format === 'webp')
    const within = { width: edges.original, height: edges.original, fit: 'inside', withoutEnlargement: true } as const
    const resized = decode(source, animated).resize(within)
    const asWebp = animated || metadata.hasAlpha || metadata.format === 'png' || metadata.format === 'gif'
    const encoded = asWebp ? resized.webp({ quality: 86, effort: 3 }) : resized.jpeg({ quality: 85 })
    const info = await write(encoded, target.original)
    await writeThumbnail(target.original, target.thumbnail)
    return {
      mimeType: asWebp ? 'image/webp' : 'image/jpeg',
      size: info.size,
      width: info.width,
      height: info.pageHeight ?? info.height,
      placeholder: await placeholderOf(target.thumbnail),
    }
  })
}

/** Writes a picture that everybody may see, in the size of its kind, cut around what catches the eye. */
export function encodePortrait(source: string, target: string, kind: PublicRendition): Promise<EncodedImage> {
  return gate(async () => {
    await inspect(source)
    const [width, height] = cuts[kind]
    const cut = decode(source, false).resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
    const info = await write(cut.webp({ quality: 84 }), target)
    return { mimeType: 'image/webp', size: info.size, width, height, placeholder: await placeholderOf(target) }
  })
}

/** Writes the thumbnail of a frame of a video; gives its placeholder. */
export function encodePoster(source: string, target: string): Promise<{ placeholder: string }> {
  return gate(async () => {
    await inspect(source)
    await writeThumbnail(source, target)
    return { placeholder: await placeholderOf(target) }
  })
}

async function inspect(source: string): Promise<Metadata> {
  const metadata = await reading(() => sharp(source, { limitInputPixels: false }).metadata())
  if (!formats.has(metadata.format) || (metadata.format === 'heif' && metadata.compression !== 'av1')) {
    throw notAPicture()
  }
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height) * (metadata.pages ?? 1)
  if (pixels > MAX_PIXELS) {
    throw new Refusal('too-large', 'A picture has at most 50 megapixels, all frames of an animation counted.')
  }
  return metadata
}

function decode(source: string, animated: boolean): Sharp {
  const input = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated, sequentialRead: true })
  return input.timeout({ seconds: SECONDS }).autoOrient()
}

async function writeThumbnail(source: string, target: string): Promise<void> {
  const within = { width: edges.thumbnail, height: edges.thumbnail, fit: 'inside', withoutEnlargement: true } as const
  await write(decode(source, false).resize(within).webp({ quality: 78 }), target)
}

function write(image: Sharp, target: string): Promise<OutputInfo> {
  return reading(() => image.toFile(target))
}

async function placeholderOf(source: string): Promise<string> {
  const within = { width: THUMBHASH_EDGE, height: THUMBHASH_EDGE, fit: 'inside' } as const
  const { data, info } = await reading(() =>
    decode(source, false).resize(within).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  )
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && isOurs(error)) throw error
    throw new Refusal('invalid', 'This picture is damaged or incomplete and cannot be read.')
  }
}

/** Whether the disk is at fault and not the picture. */
function isOurs(error: Error): boolean {
  return /no space left|unable to open for write|ENOSPC|EACCES/i.test(error.message)
}
