import { Trans, useLingui } from '@lingui/react/macro'
import { DecisionList } from '@vesper/sync/vesper/api/ledger.ts'
import type { Health } from '@vesper/sync/engine/health.ts'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { textOf } from '../../core/api/error-message.ts'
import type { Line } from '../../core/connection/connection-status.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CardTitle } from './card-title.tsx'
import { DecisionRow } from './mutation-history-row.tsx'

const FIRST = 5
/** The longest page of a list. */
const MOST = 100

type Props = { account: string; health: Health; line: Line }

/** [LEDGER-5] What became of the account's latest changes, as the server has noted it with each. */
export function DecisionsCard({ account, health, line }: Props) {
  return (
    <Card className="grid gap-4">
      <CardTitle icon={<History />}>
        <Trans>What the server has done</Trans>
      </CardTitle>
      <p className="max-w-lg text-sm text-muted">
        <Trans>
          What became of your latest changes, from all your devices. The server notes it with each, and keeps it for a
          month at least.
        </Trans>
      </p>
      {line === 'up' ? (
        <Decisions account={account} health={health} />
      ) : (
        <p className="text-sm text-warn-ink">
          <Trans>The server tells of it when there is a connection.</Trans>
        </p>
      )}
    </Card>
  )
}

function Decisions({ account, health }: Omit<Props, 'line'>) {
  const { t } = useLingui()
  const [size, setSize] = useState(FIRST)
  const { data, error, isLoading, mutate } = useSWR<v.InferOutput<typeof DecisionList>, unknown>(
    ['decisions', account, size],
    () => callApi({ path: '/sync/mutations', query: { pageSize: size }, answer: DecisionList }),
    { ...listTiming, keepPreviousData: true },
  )
  const { waiting, sending, cancelling } = health.counts
  const pending = waiting + sending + cancelling
  // What leaves the outbox has just been decided.
  useEffect(() => void mutate(), [mutate, pending])
  if (error && !data) {
    return (
      <Notice tone="danger" role="alert" className="flex flex-wrap items-center justify-between gap-x-4">
        {textOf(error)}
        <button
          type="button"
          onClick={() => void mutate()}
          className="inline-flex min-h-target items-center font-semibold underline"
        >
          <Trans>Try again</Trans>
        </button>
      </Notice>
    )
  }
  if (!data) return <Skeleton className="h-40 rounded-control" />
  if (data.total === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>Nothing yet: what you send is listed here once it has arrived.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul role="list" aria-label={t`What the server has done`} className="grid text-sm">
        {data.data.map((decision) => (
          <DecisionRow key={decision._id} decision={decision} isOwn={decision.device === health.device} />
        ))}
      </ul>
      {data.total > data.data.length && data.data.length < MOST && (
        <Button
          kind="secondary"
          className="justify-self-start"
          busy={isLoading}
          onClick={() => setSize(Math.min(MOST, size * 5))}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
