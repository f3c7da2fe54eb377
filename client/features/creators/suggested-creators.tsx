import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { ReactNode } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { asPages } from '../../entities/creators/creator-api-path.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { CreatorChip } from './creator-chip.tsx'

const SHOWN = 8

type Props = {
  /** The account that looks. */
  viewer: string
  /** The followed creators; undefined while they are being read. */
  followed: ReadonlySet<string> | undefined
  /** The row before them may still change its width: until then there is nothing that would move. */
  isHeldBack: boolean
  /** The action for a creator. */
  action: (creator: Creator) => ReactNode
}

/**
 * Creators whom the account does not follow, those of the last visit when there is no connection; nothing when there are
 * none, since Explore says more.
 */
export function SuggestedCreators({ viewer, followed, isHeldBack, action }: Props) {
  const { t } = useLingui()
  const { data, isLoading } = useKeptAnswer('/performers/user/search', PerformerList, {
    query: { pageSize: 24 },
    parts: asPages,
  })
  const isComing = isLoading || (data && !followed)
  const creators = followed && data?.data.filter(({ _id }) => _id !== viewer && !followed.has(_id)).slice(0, SHOWN)
  if (isHeldBack || (!isComing && !creators?.length)) return null
  return (
    <section aria-labelledby="suggested" aria-busy={!creators} className="shrink-0 lg:w-full">
      <div className="flex min-h-8 items-baseline justify-between gap-3">
        <h2 id="suggested" className="text-sm font-bold text-muted lg:text-lg lg:text-ink">
          <Trans>Creators to discover</Trans>
        </h2>
        <Link
          to="/explore"
          className="hidden min-h-target items-center text-sm font-semibold text-accent-ink lg:inline-flex"
        >
          <Trans>Show all</Trans>
        </Link>
      </div>
      {creators ? (
        <ul role="list" aria-label={t`Creators to discover`} className="flex gap-3 lg:grid lg:grid-cols-1 lg:gap-4">
          {creators.map((creator) => (
            <li key={creator._id}>
              <CreatorChip creator={creator} action={action(creator)} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="flex gap-3 lg:grid lg:gap-4">
          {['a', 'b', 'c'].map((key) => (
            // A chip: a portrait, a name, and a button.
            <Skeleton key={key} className="h-[calc(5.125rem+var(--target))] w-30 rounded-card lg:h-12 lg:w-full" />
          ))}
        </div>
      )}
    </section>
  )
}
