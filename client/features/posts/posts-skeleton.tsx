import { Skeleton } from '../../ui/list/skeleton.tsx'

/** Stands for a feed that is about to be here. */
export function PostsSkeleton({ cards = 2 }: { cards?: number }) {
  return (
    <div className="grid gap-4">
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card">
          <div className="flex items-center gap-3">
            <Skeleton className="size-12 rounded-full" />
            <Skeleton className="h-5 w-40" />
          </div>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="aspect-video w-full" />
        </div>
      ))}
    </div>
  )
}
