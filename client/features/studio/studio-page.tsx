import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import type { Contents } from '../../core/sync/list-availability.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DraftList } from './drafts/draft-list.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { OrphanedEdits } from './posts/orphaned-edits.tsx'
import { placeOfDraft } from './posts/post-items.ts'
import type { Place } from './posts/post-items.ts'
import { PublishedList, ScheduledList } from './posts/post-lists.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { useStudio } from './use-studio.ts'

type Props = {
  user: Profile
  contents: Contents
  shown: Place
  onShow: (place: Place) => void
  onWrite: (draftId: string) => void
}

/** A creator's drafts, scheduled posts and published posts. */
export function StudioPage({ user, contents, shown, onShow, onWrite }: Props) {
  const { t } = useLingui()
  const items = useStudio()
  const now = useNow()
  const isReady = items !== undefined && (items.length > 0 || contents !== 'coming')
  const write = (
    <Button icon={<Plus className="size-5" />} onClick={() => onWrite(v7())}>
      <Trans>Write a post</Trans>
    </Button>
  )
  const at = Map.groupBy(items ?? [], ({ draft }) => placeOfDraft(draft, now))
  const drafts = at.get('drafts') ?? []
  const showsWrite = isReady && (shown !== 'drafts' || drafts.length > 0)
  const ready = (list: ReactNode) => (isReady ? list : <ListSkeleton />)
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Studio`}
        subtitle={<Trans>Your posts and their drafts</Trans>}
        actions={showsWrite && write}
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <ReviewNotice user={user} />
        <OrphanedEdits />
        <Tabs<Place>
          label={t`Studio sections`}
          value={shown}
          onChange={onShow}
          tabs={[
            {
              value: 'drafts',
              label: t`Drafts`,
              content: ready(<DraftList items={drafts} contents={contents} write={write} />),
            },
            {
              value: 'scheduled',
              label: t`Scheduled`,
              content: ready(
                <ScheduledList accountId={user._id} contents={contents} waiting={at.get('scheduled') ?? []} />,
              ),
            },
            {
              value: 'published',
              label: t`Published`,
              content: ready(
                <PublishedList accountId={user._id} contents={contents} waiting={at.get('published') ?? []} />,
              ),
            },
          ]}
        />
      </div>
    </main>
  )
}
