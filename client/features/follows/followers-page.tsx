import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FollowerList } from '@vesper/sync/vesper/api/follows.ts'
import type { Follower } from '@vesper/sync/vesper/api/follows.ts'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { textOf } from '../../core/api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { FollowerRow } from './follower-row.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'

const PAGE = 50

type Props = { isOffline: boolean; onMessage: (follower: Follower) => Promise<void> }

/** Who follows the creator: asked of the server, what was seen last where there is no line. */
export function FollowersPage({ isOffline, onMessage }: Props) {
  const { t } = useLingui()
  const [pages, setPages] = useState(1)
  const { data, error, isLoading, mutate } = useFollowers(1)
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Followers`}
        subtitle={data && <Total total={data.total} isOld={isOffline || error !== undefined} />}
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        {!data && isLoading && <PeopleSkeleton label={t`Loading who follows you`} />}
        {!data && !isLoading && (
          <ErrorState
            title={t`Your followers could not be loaded`}
            message={textOf(error)}
            onRetry={() => void mutate()}
          />
        )}
        {data?.total === 0 && (
          <EmptyState icon={<UsersRound />} title={t`Nobody follows you yet`}>
            <Trans>Whoever follows you appears here.</Trans>
          </EmptyState>
        )}
        {data && data.total > 0 && (
          <ul role="list" aria-label={t`Followers`} className="grid gap-1">
            {Array.from({ length: pages }, (_, index) => (
              <Rows key={index} page={index + 1} onMessage={onMessage} />
            ))}
          </ul>
        )}
        {data && data.total > pages * PAGE && (
          <Button kind="secondary" className="justify-self-center" onClick={() => setPages(pages + 1)}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </div>
    </main>
  )
}

function Rows({ page, onMessage }: { page: number; onMessage: Props['onMessage'] }) {
  const { data, error, isLoading, mutate } = useFollowers(page)
  if (data) {
    return data.data.map((follower) => (
      <li key={follower._id}>
        <FollowerRow follower={follower} onMessage={onMessage} />
      </li>
    ))
  }
  return (
    <li className="flex min-h-16 items-center gap-3 px-3 text-sm text-muted">
      {isLoading ? <Trans>Loading…</Trans> : textOf(error)}
      {!isLoading && (
        <Button kind="quiet" onClick={() => void mutate()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </li>
  )
}

function Total({ total, isOld }: { total: number; isOld: boolean }) {
  return (
    <>
      <Plural value={total} one="# follower" other="# followers" />
      {isOld && (
        <>
          {' · '}
          <Trans>as this device saw it last</Trans>
        </>
      )}
    </>
  )
}

function useFollowers(page: number) {
  return useKeptAnswer('/follows/followers', FollowerList, { query: { current: page, pageSize: PAGE } })
}
