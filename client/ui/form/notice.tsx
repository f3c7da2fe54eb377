import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const tones = {
  info: 'bg-accent-soft text-ink',
  ok: 'bg-ok-soft text-ok-ink',
  warning: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
} as const

type Props = { tone?: keyof typeof tones; role?: 'alert' | 'status'; className?: string; children: ReactNode }

/** A short text that belongs to what is around it. */
export function Notice({ tone = 'info', role, className, children }: Props) {
  return (
    <div role={role} className={cx('rounded-control px-4 py-3 text-sm', tones[tone], className)}>
      {children}
    </div>
  )
}
