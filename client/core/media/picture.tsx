import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { useImageRetry } from './use-image-retry.ts'

type Props = {
  src: string | null
  /** Stands where there is no picture, or none within reach. */
  icon: ReactNode
  className?: string
}

/** A small square picture of a thing that is named beside it. */
export function Picture({ src, icon, className }: Props) {
  const [isMissing, onMissing] = useImageRetry(src)
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid aspect-square shrink-0 place-items-center overflow-hidden bg-raised text-faint [&_svg]:size-1/3',
        className,
      )}
    >
      {src && !isMissing ? (
        <img
          src={sizedUrl(src, 160)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={onMissing}
        />
      ) : (
        icon
      )}
    </span>
  )
}
