import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FanList } from '@vesper/sync/vesper/records/fan-list.ts'
import { ListChecks } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { FanListWords } from '../../entities/fans/fan-list-name.tsx'
import { useFanLists } from '../../entities/fans/use-fan-lists.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { ManualMembers } from './manual-members.tsx'
import { RuleMembers } from './rule-members.tsx'

const ListDialog = lazyAgain(async () => (await import('./list-dialog.tsx')).ListDialog, 'reach')
const FanPicker = lazyAgain(async () => (await import('./fan-picker.tsx')).FanPicker, 'reach')

type Props = { listId: string; contents: Contents; onLeave: () => void }

/** One list: its fans, its name and rule, and the ways to change them. */
export function FanListPage({ listId, contents, onLeave }: Props) {
  const { t } = useLingui()
  const { db } = useSync()
  const list = useLiveQuery(async () => (await db['fan-lists'].get(listId)) ?? null, [db, listId])
  if (list === undefined || (list === null && contents === 'coming')) {
    return <Skeleton className="m-6 h-40 rounded-card" />
  }
  if (list) return <Found key={listId} list={list} onLeave={onLeave} />
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`List`} leading={<BackButton />} />
      {contents === 'away' ? (
        <ListUnavailable icon={<ListChecks />} />
      ) : (
        <EmptyState icon={<ListChecks />} title={t`This list is no longer there`}>
          <Trans>It may have been deleted on another device.</Trans>
        </EmptyState>
      )}
    </main>
  )
}

function Found({ list, onLeave }: { list: FanList; onLeave: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const [open, setOpen] = useState<'change' | 'delete' | 'add' | null>(null)
  const [q, setQ] = useState('')
  const close = () => setOpen(null)
  const count = useFanLists()?.find(({ list: { _id } }) => _id === list._id)?.count ?? null
  const remove = async () => {
    close()
    await sync.mutate('fan-list.remove', { _id: list._id })
    onLeave()
  }
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={list.name}
        leading={<BackButton />}
        subtitle={
          <>
            <FanListWords list={list} />
            {count !== null && (
              <>
                {' · '}
                <Plural value={count} one="# fan" other="# fans" />
              </>
            )}
          </>
        }
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <div className="flex flex-wrap gap-2">
          {list.kind === 'manual' && (
            <Button onClick={() => setOpen('add')}>
              <Trans>Add fans</Trans>
            </Button>
          )}
          <Button kind="secondary" onClick={() => setOpen('change')}>
            {list.kind === 'manual' ? <Trans>Rename</Trans> : <Trans>Change list</Trans>}
          </Button>
          <Button kind="secondary" onClick={() => setOpen('delete')}>
            <Trans>Delete list</Trans>
          </Button>
        </div>
        <TextField type="search" label={t`Find a fan`} value={q} onChange={({ target }) => setQ(target.value)} />
        {list.kind === 'manual' ? (
          <ManualMembers listId={list._id} q={q} />
        ) : (
          <RuleMembers key={list.updatedAt} list={list} q={q} />
        )}
      </div>
      <Suspense>
        {open === 'change' && <ListDialog list={list} onClose={close} />}
        {open === 'add' && <FanPicker listId={list._id} onClose={close} />}
      </Suspense>
      {open === 'delete' && (
        <ConfirmDialog
          title={t`Delete this list?`}
          yes={<Trans>Delete list</Trans>}
          onYes={() => void remove()}
          onClose={close}
        >
          <Trans>The fans on it stay your fans.</Trans>
        </ConfirmDialog>
      )}
    </main>
  )
}
