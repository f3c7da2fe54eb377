import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { FollowedRow } from './followed-row.tsx'
import { keepUnfollowedRows } from './keep-unfollowed-rows.ts'
import { PeopleSkeleton } from './people-skeleton.tsx'
import { useFollowed } from './use-following.ts'
import type { Followed } from './use-following.ts'

/** The creators that the account follows, as they are on this device. */
export function FollowingPage({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  const followed = useFollowed()
  const [left, setLeft] = useState<ReadonlyMap<string, Followed>>(new Map())
  const rows = followed && keepUnfollowedRows(followed, left)
  const isLoading = rows === null || (rows.length === 0 && contents === 'coming')
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Following`} />
      <div className="safe-x grid pt-2 pb-12">
        {isLoading ? (
          <PeopleSkeleton label={t`Loading the creators you follow`} />
        ) : rows.length === 0 ? (
          <NobodyFollowed isKnown={contents === 'here'} />
        ) : (
          <ul role="list" aria-label={t`Following`} className="grid gap-1">
            {rows.map((row) => (
              <li key={row._id} data-place={row._id}>
                <FollowedRow row={row} onUnfollow={() => setLeft(new Map(left).set(row._id, row))} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </main>
  )
}

function NobodyFollowed({ isKnown }: { isKnown: boolean }) {
  const { t } = useLingui()
  if (!isKnown) {
    return <ListUnavailable icon={<UserRoundPlus />} />
  }
  return (
    <EmptyState
      icon={<UserRoundPlus />}
      title={t`You do not follow anyone yet`}
      action={
        <Link to="/home" className={buttonClass('secondary')}>
          <Trans>Discover creators</Trans>
        </Link>
      }
    >
      <Trans>Creators that you follow appear here, online or offline.</Trans>
    </EmptyState>
  )
}
