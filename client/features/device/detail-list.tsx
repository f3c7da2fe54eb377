import type { ReactNode } from 'react'

type ListProps = { label: string; empty: ReactNode; children: ReactNode }

/** Technical facts, each under a name; `empty` stands in their place where there are none. */
export function DetailList({ label, empty, children }: ListProps) {
  if (empty) return <p className="text-sm text-muted">{empty}</p>
  return (
    <ul role="list" aria-label={label} className="grid gap-2 text-sm">
      {children}
    </ul>
  )
}

export function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="grid gap-0.5 border-b border-line pb-2 last:border-0">
      <code dir="ltr" className="justify-self-start text-xs break-all">
        {name}
      </code>
      <span className="grid gap-0.5 text-muted">{children}</span>
    </li>
  )
}
