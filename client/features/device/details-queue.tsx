import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { age } from '../../ui/text/age.ts'
import { useNow } from '../../ui/use-now.ts'
import { DetailList, DetailRow } from './detail-list.tsx'

/** Everything that is queued, lane by lane, in the order of sending. */
export function DetailsQueue() {
  const { t } = useLingui()
  const { db } = useSync()
  const records = useLiveQuery(() => db.outbox.orderBy('order').toArray(), [db])
  if (!records) return <Skeleton className="h-12 rounded-control" />
  const lanes = [...Map.groupBy(records, ({ lane }) => lane)]
  return (
    <DetailList label={t`Queue`} empty={lanes.length === 0 && <Trans>Nothing is queued.</Trans>}>
      {lanes.map(([lane, queued]) => (
        <DetailRow key={lane} name={lane}>
          {queued.map((record) => (
            <Queued key={record.id} record={record} />
          ))}
        </DetailRow>
      ))}
    </DetailList>
  )
}

function Queued({ record: { name, state, queuedAt, attempts } }: { record: OutboxRecord }) {
  const { i18n } = useLingui()
  const ago = age(queuedAt, useNow(), i18n.locale)
  return (
    <span className="flex flex-wrap gap-x-3">
      <code dir="ltr">{name}</code>
      <span>
        <StateWord state={state} />
      </span>
      <time dateTime={queuedAt}>{ago}</time>
      {attempts > 0 && (
        <span>
          <Trans>attempts: {attempts}</Trans>
        </span>
      )}
    </span>
  )
}

function StateWord({ state }: Pick<OutboxRecord, 'state'>) {
  switch (state) {
    case 'waiting':
      return <Trans>waiting</Trans>
    case 'sending':
      return <Trans>sending</Trans>
    case 'rejected':
      return <Trans>refused</Trans>
    case 'cancelling':
      return <Trans>cancelling</Trans>
  }
}
