import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

export type Destination = { to: string; label: string; Icon: LucideIcon; badge?: ReactNode }

/** A place of the navigation: its icon over its label. */
export function Tab({ to, label, Icon, badge, className }: Destination & { className: string }) {
  return (
    <Link
      to={to}
      className={cx(
        'group grid justify-items-center content-center gap-1 text-xs font-medium text-faint transition-colors duration-150 hover:text-ink',
        'aria-[current=page]:text-accent-ink',
        className,
      )}
    >
      <span className="col-start-1 row-start-1 grid h-8 w-14 place-items-center rounded-full transition-colors duration-200 group-aria-[current=page]:bg-accent-soft">
        <Icon className="size-5.5" aria-hidden="true" />
      </span>
      <span className="max-w-full truncate">{label}</span>
      {/* Beside the icon, and read out after the label: in the cell of the icon, without a size of its own. */}
      {badge && (
        <span className="relative col-start-1 row-start-1 size-0">
          <span className="absolute start-2.5 -top-1 flex">{badge}</span>
        </span>
      )}
    </Link>
  )
}
