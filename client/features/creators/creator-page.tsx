import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { MoonStar } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useBudgetSpent } from '../../core/data-budget/use-data-budget.ts'
import { SizedImage } from '../../core/media/sized-image.tsx'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { usePageName } from '../../core/page/page-name.ts'
import { creatorApiPath } from '../../entities/creators/creator-api-path.ts'
import { BreakNotice } from '../../entities/pauses/break-notice.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { CreatorFacts } from './creator-facts.tsx'
import { CreatorHeader } from './creator-header.tsx'
import { WelcomeVideo } from './welcome-video.tsx'

/** Days before a planned break from which the page tells of it. */
const BREAK_AHEAD_DAYS = 7

/** A part of a creator's page; `id` is its name in the address. */
export type ProfileTab = { id: string; label: string; content: ReactNode }

type Props = {
  profileId: string
  /** The account that looks; null for a visitor. */
  viewer: string | null
  /** The creator's row on this device; null without one. */
  held: Creator | null
  /** The way to follow. */
  follow: (creator: Creator) => ReactNode
  /** The way to write; null for whoever cannot write to creators. */
  onMessage: ((creator: Creator) => Promise<void>) | null
  /** The way to make something new, on the own page. */
  create: ReactNode
  /** The goal and the menu of tips. */
  tips: (creator: Creator) => ReactNode
  /** Stands over the cover. */
  actions: ReactNode
  tabs: (creator: Creator) => ProfileTab[]
  /** The tab in the address; the first one for another name. */
  tab: string | undefined
  onTab: (id: string) => void
}

/** A creator's page: who it is, the ways to follow and to write, and in tabs all that is shown. */
export function CreatorPage({ profileId, viewer, held, tab, onTab, ...props }: Props) {
  const { t } = useLingui()
  const isSpent = useBudgetSpent()
  const { data, error, isLoading, mutate } = useKeptAnswer(creatorApiPath(profileId), Creator)
  const creator = held ? { ...held, ...(data?.counts ? { counts: data.counts } : {}) } : data
  usePageName(creator?.name)
  if (!creator && isLoading) return <LoadingPage />
  if (!creator) {
    const gone = error instanceof Refusal && error.kind === 'not-found'
    return (
      <main className="grid flex-1 place-items-center">
        {gone ? (
          <MissingPage heading="h1" icon={<MoonStar />} title={t`There is no such creator`}>
            <Trans>The name may be misspelt, or the account was deleted.</Trans>
          </MissingPage>
        ) : (
          <ErrorState
            heading="h1"
            title={t`This page could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </main>
    )
  }
  const tabs = props.tabs(creator)
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <main className="pb-10">
      <div className="dusk-sky relative h-36 overflow-hidden md:h-64 md:rounded-b-sheet">
        {creator.cover && !isSpent && (
          <SizedImage src={creator.cover} width={1500} place="head" isMain className="size-full object-cover" />
        )}
        <div className="absolute end-3 top-[max(0.75rem,var(--safe-top))]">{props.actions}</div>
      </div>
      <div className="safe-x mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
        <CreatorHeader
          creator={creator}
          viewer={viewer}
          follow={props.follow(creator)}
          create={props.create}
          onMessage={props.onMessage}
        />
        <BreakNotice creator={creator} daysAhead={BREAK_AHEAD_DAYS} />
        <CreatorFacts creator={creator} />
        {props.tips(creator)}
        {creator.welcomeVideo && <WelcomeVideo video={creator.welcomeVideo} name={creator.name} />}
        {shown && (
          <Tabs
            label={t`What ${creator.name} shows`}
            value={shown.id}
            onChange={onTab}
            tabs={tabs.map(({ id, label, content }) => ({ value: id, label, content }))}
          />
        )}
      </div>
    </main>
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
