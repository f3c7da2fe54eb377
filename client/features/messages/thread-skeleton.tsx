import { Trans } from '@lingui/react/macro'
import { Skeleton } from '../../ui/list/skeleton.tsx'

const widths = ['w-52', 'w-64 self-end', 'w-40 self-end', 'w-72', 'w-48', 'w-56 self-end']

/** An opening thread; rarely seen, as its messages are on this device. */
export function ThreadSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-5" aria-busy="true">
      <span className="sr-only">
        <Trans>Loading messages</Trans>
      </span>
      {widths.map((width) => (
        <Skeleton key={width} className={`h-11 rounded-[1.25rem] ${width}`} />
      ))}
    </div>
  )
}
