import { copiesOf } from '@vesper/sync/media/picture-widths.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ImgHTMLAttributes } from 'react'
import { useBudgetSpent } from '../data-budget/use-data-budget.ts'
import { $reducedData } from '../preferences/model.ts'
import { sizedUrl } from './sized-url.ts'

/** No picture is wider than this where data are to be spared. */
const SPARING_WIDTH = 640

/**
 * How wide a picture stands in each place: the `sizes` of an `img`. A screen of three pixels a point is taken for one of two:
 * nobody sees the difference, and half the bytes stay away.
 */
const places = {
  card: '(min-width: 48rem) 42rem, (min-resolution: 2.5dppx) 67vw, 100vw',
  half: '(min-width: 48rem) 21rem, (min-resolution: 2.5dppx) 34vw, 50vw',
  tile: '(min-resolution: 2.5dppx) 6.6rem, 10rem',
  strip: '(min-resolution: 2.5dppx) 9rem, 15rem',
  head: '(min-width: 48rem) 100vw, (min-resolution: 2.5dppx) 75vw, 111vw',
} as const

type Props = Pick<ImgHTMLAttributes<HTMLImageElement>, 'alt' | 'className' | 'draggable' | 'onError' | 'onLoad'> & {
  /** The address of the picture itself, not of its thumbnail. */
  src: string
  /** The address of its thumbnail, which is all that is shown where today's data are used. */
  small?: string | null
  /** Pixels of the picture, where they are known. */
  width?: number | null
  place: keyof typeof places
  /** One of the pictures that fill a page: the first of these comes before everything else. */
  isMain?: boolean
}

/** A picture in the size of its place. Its frame gives it room, so that nothing moves when it comes. */
export function SizedImage({ src, small, width, place, isMain = false, alt = '', ...props }: Props) {
  const isSpent = useBudgetSpent()
  const isSparing = useUnit($reducedData)
  const [isFirst] = useState(() => isMain && isFirstOfPage(src))
  const widest = isSparing ? SPARING_WIDTH : Infinity
  return (
    <img
      {...(!isSpent && { srcSet: srcSetOf(src, { width, widest }), sizes: places[place] })}
      src={small ?? sizedUrl(src, SPARING_WIDTH)}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      {...props}
    />
  )
}

/** The copies of a picture for `srcset`; undefined for one of this device. */
export function srcSetOf(
  src: string,
  { width, widest }: { width?: number | null | undefined; widest: number },
): string | undefined {
  if (!src.startsWith('/media/')) return undefined
  const copies = copiesOf(width || Infinity).filter((copy) => copy <= widest)
  return copies.map((copy) => `${sizedUrl(src, copy)} ${Math.min(copy, width || Infinity)}w`).join(', ')
}

let first = { page: '', src: '' }

/** True for the main picture that a page shows first, also when it is rendered again. */
function isFirstOfPage(src: string): boolean {
  const page = location.pathname
  if (first.page !== page) first = { page, src }
  return first.src === src
}
