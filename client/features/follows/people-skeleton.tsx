import { Skeleton } from '../../ui/list/skeleton.tsx'

/** Stands where a list of people is about to be. */
export function PeopleSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-1">
      <span className="sr-only">{label}</span>
      {Array.from({ length: 5 }, (_, row) => (
        <span key={row} className="flex h-17 items-center gap-3.5 px-3">
          <Skeleton className="size-12 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-24" />
          </span>
        </span>
      ))}
    </div>
  )
}
