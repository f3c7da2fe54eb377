import { readFile, rm } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireKeptMovement } from '@vesper/sync/media/require-kept-movement.ts'
import sharp from 'sharp'
import type { Metadata, OutputInfo, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { damagedPicture, notAPicture } from '../file-refusals.ts'
import type { PublicRendition } from '../media/media-link.ts'
import { cuts, edges, SHARED } from '../uploads/purposes.ts'
import { MAX_FRAMES, MAX_PIXELS, requirePlainStructure } from './plain-structure.ts'

const THUMBHASH_EDGE = 100

// Every upload is a file of its own: remembering what was read of one only holds memory.
sharp.cache(false)
// One picture takes one core; other pictures and requests have the others.
sharp.concurrency(1)

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** A picture that has been decoded and written anew. Pixels are those of `path`; `placeholder` is a Base64 thumbhash. */
export type EncodedImage = {
  mimeType: 'image/jpeg' | 'image/webp'
  size: number
  width: number
  height: number
  placeholder: string
  /** The deviation of the colour that varies most, of 255. Posters have it alone. */
  contrast?: number
}

/**
 * Decodes strangers' bytes: call it in a process that can be ended (picture-processes.ts).
 * Writes the renditions of a photo: `original` within `edge` pixels (animations kept), by default 2048, `thumbnail` within 480.
 * Nothing of the upload but its pixels goes in, so EXIF, GPS and embedded previews stay behind.
 * Refuses as `invalid` a picture that cannot be decoded, or is slow to decode, and as `too-large` one of over 50 megapixels,
 * all frames counted, or over 1,000 frames.
 */
export async function encodePhoto(
  source: string,
  { edge = edges.original, ...target }: { edge?: number; original: string; thumbnail: string },
): Promise<EncodedImage> {
  // The decoder reads no more of some than their first frame.
  const metadata = await inspect(source, requireKeptMovement)
  const animated = (metadata.pages ?? 1) > 1 && (metadata.format === 'gif' || metadata.format === 'webp')
  const within = { width: edge, height: edge, fit: 'inside', withoutEnlargement: true } as const
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
}

/** Writes a picture that everybody may see, in the size of its kind, cut around what catches the eye. */
export async function encodePortrait(source: string, target: string, kind: PublicRendition): Promise<EncodedImage> {
  await inspect(source)
  const [width, height] = cuts[kind]
  const cut = decode(source, false).resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
  const info = await write(cut.webp({ quality: 84 }), target)
  return { mimeType: 'image/webp', size: info.size, width, height, placeholder: await placeholderOf(target) }
}

/** Writes the picture of an identity document, large enough to be read. */
export async function encodeDocument(source: string, target: string): Promise<EncodedImage> {
  await inspect(source)
  const within = { width: edges.document, height: edges.document, fit: 'inside', withoutEnlargement: true } as const
  const opaque = decode(source, false).resize(within).flatten({ background: '#fff' })
  const { size, width, height } = await write(opaque.jpeg({ quality: 92 }), target)
  return { mimeType: 'image/jpeg', size, width, height, placeholder: '' }
}

/** Writes the poster of a frame of a video, within 1280 pixels, and its thumbnail. */
export async function encodePoster(
  source: string,
  { target, thumbnail }: { target: string; thumbnail: string },
): Promise<EncodedImage> {
  await inspect(source)
  const within = { width: edges.poster, height: edges.poster, fit: 'inside', withoutEnlargement: true } as const
  const { size, width, height } = await write(decode(source, false).resize(within).webp({ quality: 80 }), target)
  await writeThumbnail(source, thumbnail)
  const { channels } = await reading(() => sharp(thumbnail).stats())
  const contrast = Math.max(...channels.map(({ stdev }) => stdev))
  return { mimeType: 'image/webp', size, width, height, placeholder: await placeholderOf(thumbnail), contrast }
}

/** A copy of a picture at `target`, `width` pixels wide. */
export type SmallerCopy = {
  width: number
  format: 'webp' | 'avif'
  target: string
  /** Nothing stays at `target` that has so many bytes. */
  below?: number
}

/** Writes smaller copies of a picture; `size` is that of all together. Writes none of an animation, which would stop. */
export async function encodeSizes(source: string, copies: readonly SmallerCopy[]): Promise<EncodedImage> {
  const { width, height, pages = 1 } = await inspect(source)
  const shown = { mimeType: 'image/webp', width, height, placeholder: '' } as const
  if (pages > 1) return { ...shown, size: 0 }
  const largest = Math.max(...copies.map((copy) => copy.width))
  const { data, info } = await reading(() =>
    decode(source, false)
      .resize({ width: largest, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  let size = 0
  for (const copy of copies) {
    const smaller = sharp(data, { raw: info }).resize({ width: copy.width, withoutEnlargement: true })
    // More effort takes ten times as long for a tenth of the bytes.
    const encoded = copy.format === 'avif' ? smaller.avif({ quality: 50, effort: 2 }) : smaller.webp({ quality: 76 })
    const written = (await write(encoded, copy.target)).size
    if (copy.below !== undefined && written >= copy.below) await rm(copy.target)
    else size += written
  }
  return { ...shown, size }
}

/**
 * Writes the picture that a link is shown with, cut around what catches the eye. One much smaller than that stands before
 * itself, enlarged and blurred.
 */
export async function encodeShared(source: string, target: string): Promise<EncodedImage> {
  const { width: given } = await inspect(source)
  const { width, height } = SHARED
  const isSmall = given * 2 < width
  const cut = decode(source, false).resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
  const behind = isSmall ? await reading(() => cut.blur(30).modulate({ brightness: 0.6 }).png().toBuffer()) : null
  const within = { width: height - 90, height: height - 90, fit: 'inside' } as const
  const shown = behind
    ? sharp(behind).composite([{ input: await reading(() => decode(source, false).resize(within).png().toBuffer()) }])
    : cut
  const { size } = await write(shown.flatten({ background: '#0f0c1d' }).jpeg({ quality: 82 }), target)
  return { mimeType: 'image/jpeg', size, width, height, placeholder: '' }
}

async function inspect(source: string, check?: (bytes: Buffer) => void): Promise<Metadata> {
  const bytes = await readFile(source)
  requirePlainStructure(bytes)
  check?.(bytes)
  const metadata = await reading(() => sharp(source, { limitInputPixels: false }).metadata())
  if (!formats.has(metadata.format) || (metadata.format === 'heif' && metadata.compression !== 'av1')) {
    throw notAPicture()
  }
  const frames = metadata.pages ?? 1
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height) * frames
  if (pixels > MAX_PIXELS) {
    throw new Refusal('too-large', 'A picture has at most 50 megapixels, all frames of an animation counted.')
  }
  if (frames > MAX_FRAMES) throw new Refusal('too-large', 'An animation has at most 1,000 frames.')
  return metadata
}

function decode(source: string, animated: boolean): Sharp {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated, sequentialRead: true }).autoOrient()
}

function writeThumbnail(source: string, target: string): Promise<OutputInfo> {
  const within = { width: edges.thumbnail, height: edges.thumbnail, fit: 'inside', withoutEnlargement: true } as const
  return write(decode(source, false).resize(within).webp({ quality: 78 }), target)
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
    throw damagedPicture()
  }
}

/** True when the machine is at fault and not the picture. */
function isOurs(error: Error): boolean {
  return ours.test(error.message)
}

const ours =
  /no space left|quota exceeded|unable to open for write|write failed|input\/output error|read-only file system|too many open files|out of memory|cannot allocate|E(?:NOSPC|DQUOT|ACCES|IO|NOMEM|MFILE|ROFS)\b/i
