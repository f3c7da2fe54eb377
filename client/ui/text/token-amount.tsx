import { Plural } from '@lingui/react/macro'
import { Gem } from 'lucide-react'
import { cx } from '../cx.ts'

/** An amount of tokens, which are whole. */
export function TokenAmount({ value, className }: { value: number; className?: string }) {
  return (
    <span className={cx('inline-flex items-baseline gap-1.5 tabular-nums', className)}>
      <Gem className="size-[0.95em] shrink-0 self-center text-star" aria-hidden="true" />
      <span>
        <Plural value={value} one="# token" other="# tokens" />
      </span>
    </span>
  )
}
