import { useState } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = {
  src: string | null
  /** Stands where there is no picture, or none within reach. */
  icon: ReactNode
  className?: string
}

/** A square picture of a thing that is named beside it. */
export function Picture({ src, icon, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid aspect-square shrink-0 place-items-center overflow-hidden bg-raised text-faint [&_svg]:size-1/3',
        className,
      )}
    >
      {src && broken !== src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      ) : (
        icon
      )}
    </span>
  )
}
