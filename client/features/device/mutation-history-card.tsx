import { Trans, useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { DecisionList } from '@vesper/sync/vesper/api/ledger.ts'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import type { Line } from '../../core/connection/connection-status.ts'
import { wordsOf } from '../../core/sync/mutation-words.ts'
import type { MutationWordsByName } from '../../core/sync/mutation-words.ts'
import { Card } from '../../ui/list/card.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { CardTitle } from './card-title.tsx'
import { MutationHistoryRow } from './mutation-history-row.tsx'

type Props = { words: MutationWordsByName; health: Health; line: Line }

/** The outcomes of the account's latest changes, as the server has noted them. */
export function MutationHistoryCard({ words, health, line }: Props) {
  return (
    <Card className="grid gap-4">
      <CardTitle icon={<History />}>
        <Trans>Change history</Trans>
      </CardTitle>
      <p className="max-w-lg text-sm text-muted">
        <Trans>
          The outcomes of your latest changes, from all your devices. The server keeps them for at least a month.
        </Trans>
      </p>
      {line === 'up' ? (
        <Decisions words={words} health={health} />
      ) : (
        <p className="text-sm text-warn-ink">
          <Trans>The history is available when you are online.</Trans>
        </p>
      )}
    </Card>
  )
}

function Decisions({ words, health }: Omit<Props, 'line'>) {
  const { t } = useLingui()
  const [current, setCurrent] = useState(1)
  const decisions = usePagedList({
    ...{ path: '/sync/mutations', answer: DecisionList, search: { current }, pageSize: 10 },
    // An old history would not have what was sent since.
    isKept: false,
  })
  const { reload } = decisions
  const { waiting, sending, cancelling } = health.counts
  const pending = waiting + sending + cancelling
  // A mutation that leaves the outbox has just been decided.
  useEffect(() => void reload(), [reload, pending])
  return (
    <PagedList
      list={decisions}
      label={t`Change history`}
      failedTitle={t`The history could not be loaded`}
      skeleton={<Skeleton className="h-40 rounded-control" />}
      empty={
        <p className="text-sm text-muted">
          <Trans>No changes yet. Changes appear here when the server has received them.</Trans>
        </p>
      }
      onMore={() => setCurrent(current + 1)}
      className="grid text-sm"
      itemClassName="grid gap-1 border-b border-line py-2.5 first:pt-0 last:border-0 last:pb-0"
    >
      {(decision) => (
        <MutationHistoryRow
          decision={decision}
          words={wordsOf(words, decision.name)}
          isOwn={decision.device === health.device}
        />
      )}
    </PagedList>
  )
}
