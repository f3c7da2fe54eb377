import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type Props = {
  leading?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** Words of a person that belong to the row, shown whole. */
  words?: string
  trailing?: ReactNode
  className?: string
}

/**
 * The inside of a row; a link, a button or a list item goes around it. Each text has a direction of its own. A title that is
 * too long for a line goes on in the next one, and loses its end after two.
 */
export function ListItem({ leading, title, subtitle, words, trailing, className }: Props) {
  return (
    <span className={cx('flex min-h-16 w-full items-center gap-3.5 px-3 py-2.5 text-start', className)}>
      {leading}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span
          dir="auto"
          className="line-clamp-2 max-w-full justify-self-start font-semibold [overflow-wrap:anywhere] text-ink"
        >
          {title}
        </span>
        {subtitle && (
          <span dir="auto" className="max-w-full justify-self-start truncate text-sm text-muted">
            {subtitle}
          </span>
        )}
        {words && (
          <span dir="auto" className="max-w-full justify-self-start text-sm wrap-anywhere whitespace-pre-line">
            {words}
          </span>
        )}
      </span>
      {trailing}
    </span>
  )
}
