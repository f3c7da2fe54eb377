import type { ReactNode } from 'react'
import { Card } from '../../ui/list/card.tsx'

type Props = { title: ReactNode; text: ReactNode; action: ReactNode; children?: ReactNode }

/** Something that can be done here, and what it does. */
export function ActionCard({ title, text, action, children }: Props) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="max-w-md min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      {action}
      {children}
    </Card>
  )
}
