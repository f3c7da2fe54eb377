import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Statement } from '@vesper/sync/vesper/api/cases.ts'
import { Scale } from 'lucide-react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { DecisionParts } from './decision-parts.tsx'

/** A decision as its author or a reporter reads it, and the way to disagree. */
export function DecisionPage({ account, decisionId }: { account: string; decisionId: string }) {
  const { t } = useLingui()
  const path = `/decisions/${decisionId}`
  const { data, error, mutate } = useKeptAnswer(path, Statement)
  const keptAt = useKeptAt(path)
  const isMissing = error instanceof Refusal && error.kind === 'not-found'
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader leading={<BackButton />} title={t`Decision`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {isMissing ? (
          <MissingPage icon={<Scale />} title={t`There is no such decision`} />
        ) : data ? (
          <>
            <AsOf at={keptAt} />
            <DecisionParts account={account} statement={data} onSent={() => mutate()} />
          </>
        ) : error === undefined ? (
          <Skeleton className="h-64 rounded-card" />
        ) : (
          <ErrorState
            title={t`The decision could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
    </main>
  )
}
