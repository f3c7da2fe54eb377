import { copiesOf } from './picture-widths.ts'
import type { PictureWidth } from './picture-widths.ts'

/**
 * How wide a picture stands in each place: the `sizes` of an `img`. A screen of three pixels a point is taken for one of two:
 * nobody sees the difference, and half the bytes stay away.
 */
export const PICTURE_PLACES = {
  card: '(min-width: 48rem) 42rem, (min-resolution: 2.5dppx) 67vw, 100vw',
  half: '(min-width: 48rem) 21rem, (min-resolution: 2.5dppx) 34vw, 50vw',
  tile: '(min-resolution: 2.5dppx) 6.6rem, 10rem',
  strip: '(min-resolution: 2.5dppx) 9rem, 15rem',
  head: '(min-width: 48rem) 100vw, (min-resolution: 2.5dppx) 75vw, 111vw',
} as const

/** The address of a copy of a picture that is at most this wide. Pictures of this device have none. */
export function sizedUrl(src: string, width: PictureWidth): string {
  return src.startsWith('/media/') ? `${src}${src.includes('?') ? '&' : '?'}w=${width}` : src
}

/** The copies of a picture for `srcset`, of `width` pixels and at most `widest`; undefined for one of this device. */
export function srcSetOf(
  src: string,
  { width, widest }: { width?: number | null | undefined; widest: number },
): string | undefined {
  if (!src.startsWith('/media/')) return undefined
  const copies = copiesOf(width || Infinity).filter((copy) => copy <= widest)
  return copies.map((copy) => `${sizedUrl(src, copy)} ${Math.min(copy, width || Infinity)}w`).join(', ')
}
