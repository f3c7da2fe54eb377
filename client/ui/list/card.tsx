import type { HTMLAttributes } from 'react'
import { cx } from '../cx.ts'

export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section {...rest} className={cx('rounded-card border border-line bg-surface p-5 shadow-card', className)} />
}
