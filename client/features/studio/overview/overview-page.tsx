import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { DraftCard } from '../drafts/draft-list.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { placeOfDraft } from '../posts/post-items.ts'
import { useStudio } from '../use-studio.ts'
import { Checklist } from './checklist.tsx'
import { StatisticsCard } from './statistics-card.tsx'

/** So many drafts stand here; the studio has all of them. */
const DRAFTS_SHOWN = 3

type Props = {
  user: Profile
  contents: Contents
  /** The money of today and this month. */
  earnings: ReactNode
  /** The uploads under way; nothing while there are none. */
  uploads: ReactNode
}

/** The start of the studio: figures of the last days, and everything that waits for the creator. */
export function OverviewPage({ user, contents, earnings, uploads }: Props) {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Overview`} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        <Checklist user={user} />
        {earnings}
        <StatisticsCard />
        <Link to="/creator/offers" className={buttonClass('secondary', 'justify-self-start')}>
          <Gift className="size-5" aria-hidden="true" />
          <Trans>Offers for fans</Trans>
        </Link>
        {uploads}
        <Drafts contents={contents} />
      </div>
    </main>
  )
}

/** Drafts that are not published, the latest change first. */
function Drafts({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  const now = useNow()
  const items = useStudio()?.filter(({ draft }) => placeOfDraft(draft, now) === 'drafts')
  if (items?.length === 0 && contents !== 'coming') return null
  return (
    <section aria-labelledby="drafts" className="grid gap-3">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-x-3">
        <h2 id="drafts" className="text-lg font-bold">
          <Trans>Drafts waiting</Trans>
        </h2>
        <Link to="/creator/studio" className="inline-flex min-h-target items-center font-semibold text-accent-ink">
          <Trans>All drafts</Trans>
        </Link>
      </div>
      {items && items.length > 0 ? (
        <ul role="list" aria-label={t`Drafts waiting`} className="grid gap-3">
          {items.slice(0, DRAFTS_SHOWN).map((item) => (
            <li key={item._id}>
              <DraftCard item={item} />
            </li>
          ))}
        </ul>
      ) : (
        <ListSkeleton />
      )}
    </section>
  )
}
