import { Trans, useLingui } from '@lingui/react/macro'
import { StatementList } from '@vesper/sync/vesper/api/statements.ts'
import { useUnit } from 'effector-react'
import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { CheckFile } from './check-file.tsx'
import { pinKeys } from './pinned-keys.ts'
import { StatementRow } from './statement-row.tsx'

const PATH = '/performer/statements'

/** The monthly statements of a creator, which this device checks by itself. */
export function StatementsPage() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useKeptAnswer(PATH, StatementList)
  const keptAt = useKeptAt(PATH)
  const checker = { performerId: useUnit($user)?._id ?? '', heads: data?.data ?? [] }
  useEffect(() => {
    // The statements are there: so is the key that has signed them.
    if (data && !isOffline) void pinKeys().catch(() => {})
  }, [data, isOffline])
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Statements`} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        <p className="text-muted">
          <Trans>
            Each sale, refund and payout of a month, signed. A statement is made when its month has ended, and never
            changes afterwards.
          </Trans>
        </p>
        <AsOf at={keptAt} />
        {!data && isOffline && <ListUnavailable icon={<FileText />} />}
        {!data && !isOffline && error === undefined && <Skeleton className="h-40 rounded-card" />}
        {!data && !isOffline && error !== undefined && (
          <ErrorState
            title={t`Your statements could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
        {data?.data.length === 0 && (
          <EmptyState icon={<FileText />} title={t`No statements yet`}>
            <Trans>The first one is made when the month of your first sale has ended.</Trans>
          </EmptyState>
        )}
        {data && data.data.length > 0 && (
          <ul role="list" aria-label={t`Statements`} className="grid grid-cols-1 gap-3">
            {data.data.map((head) => (
              <StatementRow key={head.month} head={head} checker={checker} />
            ))}
          </ul>
        )}
        <CheckFile checker={checker} />
      </div>
    </main>
  )
}
