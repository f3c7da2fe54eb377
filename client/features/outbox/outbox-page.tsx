import { Trans, useLingui } from '@lingui/react/macro'
import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { CircleCheckBig, Download, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import type { Line } from '../../core/connection/connection-status.ts'
import { DiscardMutationDialog } from '../../core/sync/discard-mutation-dialog.tsx'
import { exportOutbox } from '../../core/sync/export/export-outbox.ts'
import { ExportWord } from '../../core/sync/export/export-status.tsx'
import { useExportOutbox } from '../../core/sync/export/use-export-outbox.ts'
import { isUserVisibleMutation } from '../../core/sync/is-user-visible-mutation.ts'
import { wordsOf } from '../../core/sync/mutation-words.ts'
import type { MutationWordsByName } from '../../core/sync/mutation-words.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { RemindersSection } from '../../entities/payments/reminders/reminders-section.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { announce } from '../../ui/text/announcer.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { groupByLane, wholeOf } from './group-by-lane.ts'
import { LaneHeading } from './lane-heading.tsx'
import { OutboxItem } from './outbox-item.tsx'
import { useRetries } from './use-retries.ts'
import { useUploading } from './use-uploading.ts'
import { WholeCard } from './whole-card.tsx'
import { WhyWaiting } from './why-waiting.tsx'

type Props = {
  account: string
  words: MutationWordsByName
  line: Line
  /** How the engine fares. */
  state: SyncStatus['state']
  /** Goes to the screen where the change can be edited. */
  onEdit: (record: OutboxRecord) => Promise<void>
}

/** Every change that has not reached the server, with its state and what can be done about it. */
export function OutboxPage({ account, words, line, state, onEdit }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const records = useLiveQuery(
    async () => (await sync.db.outbox.orderBy('order').toArray()).filter(isUserVisibleMutation),
    [sync],
  )
  const [discarding, setDiscarding] = useState<string | null>(null)
  // As it is now: it may go out, or be refused, while somebody hesitates.
  const discarded = records?.find(({ id }) => id === discarding)
  const { exporting, save } = useExportOutbox((onProgress) => exportOutbox(sync, account, onProgress))
  const { actions, discard, isTrying, retry, why } = useCards({ line, state, onEdit })
  const told = records?.map((record) => why([record])).find(Boolean)
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Waiting to be sent`} subtitle={<Summary records={records} isOffline={line !== 'up'} />} />
      <div className="safe-x grid gap-6 pt-2 pb-12">
        <div className="flex flex-wrap gap-2.5">
          <Button
            kind="secondary"
            icon={<RotateCw className="size-4.5" />}
            disabled={!records?.length}
            busy={isTrying}
            onClick={() => retry(records ?? [])}
          >
            <Trans>Retry all</Trans>
          </Button>
          <Button
            kind="secondary"
            icon={<Download className="size-4.5" />}
            busy={exporting.state === 'running'}
            onClick={save}
          >
            <Trans>Export</Trans>
          </Button>
          <ExportWord exporting={exporting} />
        </div>
        <p role="status" className="sr-only">
          {isTrying ? <Trans>Trying…</Trans> : told}
        </p>
        {!records ? (
          <ListSkeleton />
        ) : (
          <OutboxList
            records={records}
            words={words}
            item={(record) => (
              <OutboxItem
                {...actions([record])}
                record={record}
                words={wordsOf(words, record.name)}
                onDiscard={() => setDiscarding(record.id)}
              />
            )}
            whole={(lane, description) => (
              <OutboxItem
                {...actions(lane)}
                record={wholeOf(lane)}
                words={wordsOf(words, wholeOf(lane).name)}
                description={description}
              />
            )}
          />
        )}
        <RemindersSection />
        {records?.length === 0 && <NothingWaits />}
      </div>
      {discarding && (
        <DiscardMutationDialog
          title={t`Discard this?`}
          record={discarded}
          onClose={() => setDiscarding(null)}
          onYes={() => {
            setDiscarding(null)
            if (discarded) discard(discarded)
          }}
        />
      )}
    </main>
  )
}

/** The actions on the cards, and why the cards wait. A toast tells of failures. */
function useCards({ line, state, onEdit }: Pick<Props, 'line' | 'state' | 'onEdit'>) {
  const { t } = useLingui()
  const sync = useSync()
  const { isTrying, ids: tried, retry } = useRetries(sync)
  const isGoingUp = useUploading(sync)
  const run = (work: Promise<unknown>) => void work.catch((error: unknown) => showToast('error', errorMessage(error)))
  const copy = (text: string) => navigator.clipboard.writeText(text).then(() => showToast('success', t`Copied`))
  const isTold = ({ id, state: standing }: OutboxRecord) => !isTrying && standing === 'waiting' && tried.has(id)
  const why = (queued: OutboxRecord[]) =>
    queued.some(isTold) && <WhyWaiting line={line} state={state} isGoingUp={queued.some(isGoingUp)} />
  const actions = (queued: OutboxRecord[]) => ({
    isTrying: isTrying && queued.some(({ id }) => tried.has(id)),
    why: why(queued),
    onRetry: () => run(retry(queued)),
    onEdit: () => run(onEdit(wholeOf(queued))),
    onCopy: (text: string) => run(copy(text)),
  })
  return {
    ...{ actions, isTrying, why },
    retry: (queued: OutboxRecord[]) => run(retry(queued)),
    discard: ({ id }: OutboxRecord) => run(sync.discard(id).then(() => announce(t`Discarded`))),
  }
}

type ListProps = {
  records: OutboxRecord[]
  words: MutationWordsByName
  item: (record: OutboxRecord) => ReactNode
  /** A lane that makes one thing, with its description. */
  whole: (lane: OutboxRecord[], description: ReactNode) => ReactNode
}

function OutboxList({ records, words, item, whole }: ListProps) {
  const { t } = useLingui()
  return (
    <ul role="list" aria-label={t`Waiting to be sent`} className="grid gap-2.5">
      {groupByLane(records, words).flatMap((lane) =>
        lane.cards.map(({ records: [first, ...rest], Whole }, index) => (
          <li key={first.id} className={index === 0 ? 'grid gap-2.5 not-first:mt-4' : ''}>
            {index === 0 && <LaneHeading record={first} words={wordsOf(words, first.name)} />}
            {Whole ? (
              <WholeCard
                records={[first, ...rest]}
                whole={whole([first, ...rest], <Whole records={[first, ...rest]} />)}
                part={item}
              />
            ) : (
              item(first)
            )}
          </li>
        )),
      )}
    </ul>
  )
}

function Summary({ records, isOffline }: { records: OutboxRecord[] | undefined; isOffline: boolean }) {
  if (!records?.length) return null
  return isOffline ? (
    <Trans>Changes are sent when you are back online.</Trans>
  ) : (
    <Trans>Changes are sent in the order in which you made them.</Trans>
  )
}

function NothingWaits() {
  const { t } = useLingui()
  return (
    <EmptyState icon={<CircleCheckBig />} title={t`Everything is sent`}>
      <Trans>Changes that you make offline wait here until they are sent.</Trans>
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
    </div>
  )
}
