import { Trans } from '@lingui/react/macro'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'

/** Stands where so many conversations are about to be. */
export function ConversationsSkeleton({ rows, className }: { rows: number; className?: string }) {
  return (
    <div aria-busy="true" className={cx('grid gap-1', className)}>
      <span className="sr-only">
        <Trans>Loading conversations</Trans>
      </span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="flex h-20 items-center gap-3.5">
          <Skeleton className="size-12 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-4/5" />
          </span>
        </span>
      ))}
    </div>
  )
}
