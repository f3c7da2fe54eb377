import type { ReactNode } from 'react'

export function CardTitle({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <h2 className="flex items-center gap-2.5 text-lg font-bold [&_svg]:size-5 [&_svg]:text-accent-ink">
      {icon}
      {children}
    </h2>
  )
}
