import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

/** Facts beside each other where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">{children}</dl>
}

export function Fact({ name, isWide = false, children }: { name: ReactNode; isWide?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx('flex items-baseline justify-between gap-4 border-b border-line pb-2.5', isWide && 'sm:col-span-2')}
    >
      <dt className="text-muted [overflow-wrap:anywhere]">{name}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  )
}
