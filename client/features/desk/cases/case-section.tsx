import { useId } from 'react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/list/card.tsx'

/** A part of a case, a region by its name. */
export function CaseSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card className="grid grid-cols-1 content-start gap-3" aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  )
}
