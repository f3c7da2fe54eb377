import { Trans, useLingui } from '@lingui/react/macro'
import { FanPage } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { FanList } from '@vesper/sync/vesper/records/fan-list.ts'
import { useUnit } from 'effector-react'
import { UsersRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { FanRow } from './fan-row.tsx'

/** The fans on a list by rule, with the reasons: from the server, or as this device has kept them. */
export function RuleMembers({ list: { _id }, q }: { list: FanList; q: string }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const name = useDeferredValue(q.trim())
  const [current, setCurrent] = useState(1)
  const fans = usePagedList({
    path: `/performer/lists/${_id}/members`,
    answer: FanPage,
    query: name === '' ? {} : { q: name },
    search: { current },
    pageSize: 50,
  })
  return (
    <div className="grid gap-3">
      {isOffline && fans.items && (
        <p className="text-sm text-muted">
          <Trans>Last known on this device. The rule is applied with a connection.</Trans>
        </p>
      )}
      <PagedList
        list={fans}
        label={t`Fans`}
        failedTitle={t`The fans on this list could not be loaded`}
        skeleton={<Skeleton className="h-40 rounded-card" />}
        empty={
          <EmptyState icon={<UsersRound />} title={t`No fan fits`}>
            <Trans>Fans appear here as soon as they fit the rule.</Trans>
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<UsersRound />} />}
        onMore={() => setCurrent(current + 1)}
      >
        {(fan) => <FanRow fan={{ ...fan, facts: fan }} action={null} />}
      </PagedList>
    </div>
  )
}
