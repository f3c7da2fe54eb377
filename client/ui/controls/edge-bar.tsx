import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** The main buttons of a long page: they stay in sight at the lower edge. Toasts stand above it, however high it is. */
export function EdgeBar({ className, children }: { className: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--edge-bar', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--edge-bar')
    }
  }, [])
  return (
    <div ref={bar} className={cx('edge-bar', className)}>
      {children}
    </div>
  )
}
