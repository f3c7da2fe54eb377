import type { ReactNode } from 'react'

export function AuthHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <h1 tabIndex={-1} className="text-2xl font-bold outline-none">
        {title}
      </h1>
      {children && <p className="text-muted">{children}</p>}
    </div>
  )
}
