import { Trans, useLingui } from '@lingui/react/macro'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CalendarDays, MapPin, MoonStar } from 'lucide-react'
import type { ReactNode } from 'react'
import { textOf } from '../../core/api/error-message.ts'
import { formatDate } from '../../ui/date-format.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { usePageName } from '../../core/page/page-name.ts'
import { CreatorHead } from './creator-header.tsx'
import { creatorPath } from '../../core/creators/creator-api-path.ts'

type Props = {
  profileId: string
  /** The account that looks; null for a visitor. */
  viewer: string | null
  /** What this device holds of the creator; null where it holds nothing. */
  held: Creator | null
  /** The way to follow. */
  follow: (creator: Creator) => ReactNode
  posts: (creator: Creator) => ReactNode
  /** The way to write; null for whoever cannot write to creators. */
  onMessage: ((creator: Creator) => Promise<void>) | null
  /** What the creator sells. */
  shop: (creator: Creator) => ReactNode
}

/** A creator's page: who it is, the way to write, what is sold, and the posts. */
export function CreatorPage({ profileId, viewer, held, follow, shop, posts, onMessage }: Props) {
  const { t } = useLingui()
  const { data, error, isLoading, mutate } = useKeptAnswer(creatorPath(profileId), Creator)
  const creator = held ?? data
  usePageName(creator?.name)
  if (!creator && isLoading) return <LoadingPage />
  if (!creator) {
    const gone = error instanceof Refusal && error.kind === 'not-found'
    return (
      <main className="grid flex-1 place-items-center">
        {gone ? (
          <EmptyState heading="h1" icon={<MoonStar />} title={t`There is no such creator`}>
            <Trans>The name may be misspelt, or the account was deleted.</Trans>
          </EmptyState>
        ) : (
          <ErrorState
            heading="h1"
            title={t`This page could not be loaded`}
            message={textOf(error)}
            onRetry={() => void mutate()}
          />
        )}
      </main>
    )
  }
  return (
    <main className="pb-10">
      <div
        className="dusk-sky h-44 bg-cover bg-center md:h-64 md:rounded-b-sheet"
        style={creator.cover ? { backgroundImage: `url(${JSON.stringify(creator.cover)})` } : undefined}
      />
      <div className="safe-x mx-auto grid w-full max-w-3xl gap-6">
        <CreatorHead creator={creator} own={creator._id === viewer} follow={follow(creator)} onMessage={onMessage} />
        <About creator={creator} />
        {shop(creator)}
        {posts(creator)}
      </div>
    </main>
  )
}

function About({ creator }: { creator: Creator }) {
  const { i18n } = useLingui()
  const since = formatDate(new Date(creator.createdAt), i18n.locale, { month: 'long', year: 'numeric' })
  const country = creator.country && new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(creator.country)
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold">
        <Trans>About</Trans>
      </h2>
      {creator.bio ? (
        <p dir="auto" className="whitespace-pre-line text-ink">
          {creator.bio}
        </p>
      ) : (
        <p className="text-muted">
          <Trans>No text yet.</Trans>
        </p>
      )}
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted [&_svg]:size-4.5">
        {country && (
          <li className="flex items-center gap-2">
            <MapPin aria-hidden="true" />
            {country}
          </li>
        )}
        <li className="flex items-center gap-2">
          <CalendarDays aria-hidden="true" />
          <Trans>Here since {since}</Trans>
        </li>
      </ul>
    </Card>
  )
}

function LoadingPage() {
  return (
    <main aria-busy="true" className="grid gap-6">
      <Skeleton className="h-44 rounded-none md:h-64" />
      <div className="safe-x mx-auto grid w-full max-w-3xl gap-4">
        <Skeleton className="-mt-20 size-28 rounded-full" />
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    </main>
  )
}
