import { copiesOf, PICTURE_WIDTHS } from '@vesper/sync/media/picture-widths.ts'
import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { File } from '../entity.ts'
import { cuts, edges, portraitOf } from '../uploads/purposes.ts'

type SizeFormat = 'webp' | 'avif'

/** A smaller copy of a picture, as the storage names it. */
export type PictureSize = `w${PictureWidth}.${SizeFormat}`

/** The rendition that smaller copies of a picture are made from. */
export type Base = 'original' | 'poster' | 'avatar' | 'cover' | 'product'

/** AVIF saves a quarter and takes four times as long: it is made of pictures that many people see. */
const shownToMany: ReadonlySet<FilePurpose> = new Set<FilePurpose>([
  ...(['cover', 'product', 'product-picture', 'gallery-cover', 'gallery-photo'] as const),
  ...(['feed-photo', 'feed-thumbnail', 'feed-video', 'video', 'video-thumbnail', 'welcome-video'] as const),
])
/** Below this width AVIF saves some hundred bytes. */
const AVIF_FROM = 320

/** The names of all sizes. */
export const pictureSizes: readonly PictureSize[] = PICTURE_WIDTHS.flatMap((width) => [
  `w${width}.webp` as const,
  `w${width}.avif` as const,
])

export function sizeName(width: PictureWidth, format: SizeFormat): PictureSize {
  return `w${width}.${format}`
}

/** The rendition that smaller copies are made from; null for a file that is no picture and has none. */
export function baseOf({ type, purpose, hasPoster }: Pick<File, 'type' | 'purpose' | 'hasPoster'>): Base | null {
  if (type === 'photo') return portraitOf(purpose) ?? 'original'
  return type === 'video' && hasPoster ? 'poster' : null
}

/** Pixels of a base's width. */
function widthOf({ width, height }: Pick<File, 'width' | 'height'>, base: Base): number {
  if (base === 'avatar' || base === 'cover' || base === 'product') return cuts[base][0]
  const within = base === 'poster' ? Math.min(1, edges.poster / Math.max(width ?? 0, height ?? 0, 1)) : 1
  return Math.round((width ?? 0) * within)
}

/** The widths of a picture's copies in WebP, the smallest first. */
export function widthsOf(file: Pick<File, 'width' | 'height'>, base: Base): PictureWidth[] {
  return copiesOf(widthOf(file, base))
}

/** The widths of its copies in AVIF, where these are smaller than those in WebP. */
export function avifWidthsOf(file: Pick<File, 'width' | 'height' | 'purpose'>, base: Base): PictureWidth[] {
  return shownToMany.has(file.purpose) ? widthsOf(file, base).filter((width) => width >= AVIF_FROM) : []
}

/** The copies that answer for a width, the best first. */
export function sizesFor(
  file: Pick<File, 'width' | 'height' | 'purpose' | 'sizes'>,
  { base, width, isAvifTaken }: { base: Base; width: PictureWidth; isAvifTaken: boolean },
): PictureSize[] {
  if (file.sizes === 'due') return []
  const avif = file.sizes === 'all' && isAvifTaken ? avifWidthsOf(file, base) : []
  return widthsOf(file, base).flatMap((kept) => {
    if (kept < width) return []
    return avif.includes(kept) ? [sizeName(kept, 'avif'), sizeName(kept, 'webp')] : [sizeName(kept, 'webp')]
  })
}
