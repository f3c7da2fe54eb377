import { useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Telescope } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { CardRow } from '../../ui/list/card-row.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'

type Props = {
  title: string
  /** Undefined until they are there. */
  creators: readonly Creator[] | undefined
  /** When this device kept them, in milliseconds; null where they are as the server has them. */
  keptAt: number | null
  isLoading: boolean
  error: unknown
  onRetry: () => void
  /** Stands beside the title. */
  action?: ReactNode
  /** Stands for no creators. */
  empty: ReactNode
  card: (creator: Creator) => ReactNode
}

/** A row of creators with its states. Creators that are there stay in each of them. */
export function CreatorSection({ title, creators, keptAt, isLoading, error, onRetry, action, empty, card }: Props) {
  const { t } = useLingui()
  const id = useId()
  const isOffline = useUnit($offline)
  return (
    <section aria-labelledby={id} aria-busy={!creators && isLoading} className="grid grid-cols-1 gap-3">
      <div className="flex min-h-target items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {action}
      </div>
      {creators && <AsOf at={keptAt} />}
      {creators && creators.length > 0 && (
        <CardRow items={creators} label={title}>
          {card}
        </CardRow>
      )}
      {creators?.length === 0 && empty}
      {!creators && isLoading && <Skeletons />}
      {!creators && !isLoading && isOffline && <ListUnavailable icon={<Telescope />} />}
      {!creators && !isLoading && !isOffline && (
        <ErrorState title={t`Creators could not be loaded`} message={errorMessage(error)} onRetry={onRetry} />
      )}
    </section>
  )
}

function Skeletons() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-66 rounded-card" />
      ))}
    </div>
  )
}
