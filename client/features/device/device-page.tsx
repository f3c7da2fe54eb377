import { Trans, useLingui } from '@lingui/react/macro'
import { HardDrive, RefreshCw } from 'lucide-react'
import type { Line } from '../../core/connection/connection-status.ts'
import type { MutationWordsByName } from '../../core/sync/mutation-words.ts'
import { Card } from '../../ui/list/card.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { CardTitle } from './card-title.tsx'
import { EngineStats } from './engine-stats.tsx'
import { ExportAll } from './export-all.tsx'
import { KeptFilesCard, KeptVideosCard } from './kept-cards.tsx'
import { LocalDataSummary } from './local-data-summary.tsx'
import { MutationHistoryCard } from './mutation-history-card.tsx'
import { ResetCache } from './reset-cache.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { Persistence } from './storage-persistence.tsx'
import { TechnicalDetails } from './technical-details.tsx'
import { useHealth } from './use-health.ts'
import { VerifyCard } from './verify-card.tsx'

type Props = { account: string; words: MutationWordsByName; line: Line }

/** Vesper's data on this device, and the state of its sync. */
export function DevicePage({ account, words, line }: Props) {
  const { t } = useLingui()
  const { health, hasFailed, look } = useHealth()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`About this device`} />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        {!health && hasFailed && (
          <ErrorState
            title={t`The storage of this device cannot be read`}
            message={t`Close other tabs of Vesper and try again. Nothing that is unsent is lost.`}
            onRetry={look}
          />
        )}
        {!health && !hasFailed && <Skeleton className="h-64 rounded-card" />}
        {health && (
          <>
            <Card className="grid gap-4">
              <CardTitle icon={<HardDrive />}>
                <Trans>Storage</Trans>
              </CardTitle>
              <StorageMeter health={health} />
              <LocalDataSummary rows={health.rows} account={account} />
              <Persistence persisted={health.persisted} onChanged={look} />
            </Card>
            <KeptVideosCard account={account} />
            <KeptFilesCard account={account} />
            <Card className="grid gap-4">
              <CardTitle icon={<RefreshCw />}>
                <Trans>Synchronisation</Trans>
              </CardTitle>
              <EngineStats health={health} />
            </Card>
            <VerifyCard spaces={health.spaces} line={line} onDone={look} />
            <MutationHistoryCard words={words} health={health} line={line} />
            <ExportAll account={account} />
            <ResetCache onDone={look} />
            <TechnicalDetails health={health} />
          </>
        )}
      </div>
    </main>
  )
}
