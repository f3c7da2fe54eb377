import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FollowerList } from '@vesper/sync/vesper/api/follows.ts'
import type { Follower } from '@vesper/sync/vesper/api/follows.ts'
import { UsersRound } from 'lucide-react'
import type { ListSearch } from '../../core/api/list-search.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { FollowerRow } from './follower-row.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'

type Props = {
  search: ListSearch
  isOffline: boolean
  onMore: () => void
  onMessage: (follower: Follower) => Promise<void>
}

/** The followers of the creator: from the server, or as this device has kept them. */
export function FollowersPage({ search, isOffline, onMore, onMessage }: Props) {
  const { t } = useLingui()
  const followers = usePagedList({ path: '/follows/followers', answer: FollowerList, search, pageSize: 50 })
  const { items, total, error } = followers
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Followers`}
        subtitle={items && <Total total={total} isOld={isOffline || error !== undefined} />}
        actions={
          <Link to="/creator/lists" className={buttonClass('quiet')}>
            <Trans>Lists</Trans>
          </Link>
        }
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <PagedList
          list={followers}
          label={t`Followers`}
          failedTitle={t`Your followers could not be loaded`}
          skeleton={<PeopleSkeleton label={t`Loading your followers`} />}
          empty={
            <EmptyState icon={<UsersRound />} title={t`No followers yet`}>
              <Trans>Your followers appear here.</Trans>
            </EmptyState>
          }
          offline={isOffline && <ListUnavailable icon={<UsersRound />} />}
          onMore={onMore}
        >
          {(follower) => <FollowerRow follower={follower} onMessage={onMessage} />}
        </PagedList>
      </div>
    </main>
  )
}

function Total({ total, isOld }: { total: number; isOld: boolean }) {
  return (
    <>
      <Plural value={total} one="# follower" other="# followers" />
      {isOld && (
        <>
          {' · '}
          <Trans>last known on this device</Trans>
        </>
      )}
    </>
  )
}
