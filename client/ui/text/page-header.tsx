import type { ReactNode } from 'react'

type Props = { title: string; subtitle?: ReactNode; leading?: ReactNode; actions?: ReactNode }

/** The head of a screen; `h1` is where the focus goes after a navigation. */
export function PageHeader({ title, subtitle, leading, actions }: Props) {
  return (
    <header className="safe-x sticky top-0 z-20 flex min-h-17 items-center gap-3 bg-bg/85 py-2 pt-[max(0.5rem,var(--safe-top))] backdrop-blur-lg">
      {leading}
      <div className="min-w-0 flex-1">
        <h1 dir="auto" tabIndex={-1} className="w-fit max-w-full truncate text-xl font-bold outline-none">
          {title}
        </h1>
        {subtitle && <p className="line-clamp-2 text-sm text-muted">{subtitle}</p>}
      </div>
      {actions}
    </header>
  )
}
