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
import { cx } from '../../ui/cx.ts'
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
  /** How many cards are expected: they have their room from the beginning. */
  expected: number
  error: unknown
  onRetry: () => void
  /** Stands beside the title. */
  action?: ReactNode
  /** Stands for no creators. */
  empty: ReactNode
  card: (creator: Creator) => ReactNode
}

/** A row of creators with its states. Creators that are there stay in each of them. */
export function CreatorSection(props: Props) {
  const { title, creators, keptAt, isLoading, expected, error, onRetry, action, empty, card } = props
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
      {!creators && isLoading && <Skeletons title={title} count={expected} />}
      {!creators && !isLoading && isOffline && <ListUnavailable icon={<Telescope />} />}
      {!creators && !isLoading && !isOffline && (
        <ErrorState title={t`Creators could not be loaded`} message={errorMessage(error)} onRetry={onRetry} />
      )}
    </section>
  )
}

/** The height of a creator's card with its button, and with two lines of words. */
export const CARD_HEIGHT = 'h-[calc(15.25rem+var(--target))]'

/** In the row itself, which is as high as it will be. */
function Skeletons({ title, count }: { title: string; count: number }) {
  const places = Array.from({ length: count }, (_, index) => ({ _id: String(index) }))
  return (
    <div aria-hidden="true" inert>
      <CardRow items={places} label={title}>
        {() => <Skeleton className={cx('w-full rounded-card', CARD_HEIGHT)} />}
      </CardRow>
    </div>
  )
}
