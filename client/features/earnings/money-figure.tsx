import type { ReactNode } from 'react'

/** One amount with its name, as a part of a `dl`; `children` stand below it. */
export function MoneyFigure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-bold tabular-nums">{value}</dd>
      {children}
    </div>
  )
}
