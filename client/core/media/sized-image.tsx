import { PICTURE_WIDTHS } from '@vesper/sync/media/picture-widths.ts'
import { PICTURE_PLACES, sizedUrl, srcSetOf } from '@vesper/sync/media/sized-url.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ImgHTMLAttributes } from 'react'
import { useBudgetSpent } from '../data-budget/use-data-budget.ts'
import { $reducedData } from '../preferences/model.ts'

/** No picture is wider than this where data are to be spared. */
const SPARING_WIDTH = 640

type Props = Pick<ImgHTMLAttributes<HTMLImageElement>, 'alt' | 'className' | 'draggable' | 'onError' | 'onLoad'> & {
  /** The address of the picture itself, not of its thumbnail. */
  src: string
  /** The address of its thumbnail, which is all that is shown where today's data are used. */
  small?: string | null
  /** Pixels of the picture, where they are known. */
  width?: number | null
  place: keyof typeof PICTURE_PLACES
  /** No copy is wider (pixels); 0 for the thumbnail alone. */
  widest?: number
  /** One of the pictures that fill a page: the first of these comes before everything else. */
  isMain?: boolean
}

/** A picture in the size of its place. Its frame gives it room, so that nothing moves when it comes. */
export function SizedImage({ src, small, width, place, widest = Infinity, isMain = false, alt = '', ...props }: Props) {
  const isSpent = useBudgetSpent()
  const isSparing = useUnit($reducedData)
  const [isFirst] = useState(() => isMain && isFirstOfPage(src))
  const most = Math.min(widest, isSparing ? SPARING_WIDTH : Infinity)
  const hasCopies = !isSpent && most >= PICTURE_WIDTHS[0]
  return (
    <img
      {...(hasCopies && { srcSet: srcSetOf(src, { width, widest: most }), sizes: PICTURE_PLACES[place] })}
      src={small ?? sizedUrl(src, SPARING_WIDTH)}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      {...props}
    />
  )
}

let first = { page: '', src: '' }

/** True for the main picture that a page shows first, also when it is rendered again. */
function isFirstOfPage(src: string): boolean {
  const page = location.pathname
  if (first.page !== page) first = { page, src }
  return first.src === src
}
