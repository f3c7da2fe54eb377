import { cx } from '../cx.ts'

/** The mark, the evening star; its name stands beside it or is given by the context. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" fill="none">
      <path
        d="M14.5 3c.9 7.2 4.3 10.6 11.5 11.5-7.2.9-10.6 4.3-11.5 11.5C13.6 18.8 10.2 15.4 3 14.5 10.2 13.6 13.6 10.2 14.5 3z"
        fill="currentColor"
      />
      <path
        d="M25.5 3.5c.3 2.2 1.3 3.2 3.5 3.5-2.2.3-3.2 1.3-3.5 3.5-.3-2.2-1.3-3.2-3.5-3.5 2.2-.3 3.2-1.3 3.5-3.5z"
        fill="currentColor"
        opacity=".7"
      />
      <path
        d="M6 29c5.6-2.4 14.4-2.4 20 0"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        opacity=".55"
      />
    </svg>
  )
}

/** Mark and name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5 font-semibold tracking-tight', className)}>
      <Mark className="size-[1.35em] text-star" />
      Vesper
    </span>
  )
}
