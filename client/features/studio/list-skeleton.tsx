import { Skeleton } from '../../ui/list/skeleton.tsx'

/** Stands in place of a list of the studio. */
export function ListSkeleton() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}
