import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/list/skeleton.tsx'

/** A part of a page that few need each time: it is drawn, and loaded, once it has been opened. */
export function FoldedPart({ title, children }: { title: string; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <details
      className="rounded-card border border-line bg-surface px-4 py-2"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className="min-h-target content-center font-semibold">{title}</summary>
      {isOpened && <Suspense fallback={<Skeleton className="h-40 rounded-control" />}>{children}</Suspense>}
    </details>
  )
}
