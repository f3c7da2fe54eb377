import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; heading?: 'h1' | 'h2' }

/** Says why there is nothing here, and what to do about it. `h1` where that is all of the page. */
export function EmptyState({ icon, title, children, action, heading: Heading = 'h2' }: Props) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-12 text-center">
      <span
        aria-hidden="true"
        className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink [&_svg]:size-7"
      >
        {icon}
      </span>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="max-w-sm text-sm text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
