import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const tones = {
  neutral: 'bg-raised text-muted',
  accent: 'bg-accent text-on-accent',
  star: 'bg-star text-on-star',
  ok: 'bg-ok-soft text-ok-ink',
  warning: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
} as const

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex min-w-5 items-center justify-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
