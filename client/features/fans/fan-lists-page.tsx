import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { FAN_LISTS_MAX } from '@vesper/sync/vesper/records/fan-list.ts'
import { ListChecks, Megaphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { FanListName } from '../../entities/fans/fan-list-name.tsx'
import { useFanLists } from '../../entities/fans/use-fan-lists.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'

const ListDialog = lazyAgain(async () => (await import('./list-dialog.tsx')).ListDialog, 'reach')

/** The creator's lists of fans with their counts. They are made without a connection too. */
export function FanListsPage({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const lists = useFanLists()
  const [isMaking, setMaking] = useState(false)
  const open = (listId: string) => void navigate({ to: '/creator/lists/$listId', params: { listId } })
  const isFull = (lists?.length ?? 0) >= FAN_LISTS_MAX
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Lists`}
        actions={
          <Button onClick={() => setMaking(true)} disabled={isFull}>
            <Trans>New list</Trans>
          </Button>
        }
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <Link to="/creator/messages" className={buttonClass('secondary', 'justify-self-start')}>
          <Megaphone className="size-5" aria-hidden="true" />
          <Trans>Messages to many</Trans>
        </Link>
        {isFull && (
          <p className="text-sm text-muted">
            <Trans>You have 100 lists, the limit. Delete one to make another.</Trans>
          </p>
        )}
        <Lists lists={lists} contents={contents} />
      </div>
      {isMaking && (
        <Suspense>
          <ListDialog list={null} onSaved={open} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </main>
  )
}

function Lists({ lists, contents }: { lists: ReturnType<typeof useFanLists>; contents: Contents }) {
  const { t } = useLingui()
  if (lists === undefined || (lists.length === 0 && contents === 'coming')) {
    return (
      <div aria-busy="true">
        <span className="sr-only">{t`Loading your lists`}</span>
        <Skeleton className="h-40 rounded-card" />
      </div>
    )
  }
  if (lists.length === 0 && contents === 'away') return <ListUnavailable icon={<ListChecks />} />
  if (lists.length === 0) {
    return (
      <EmptyState icon={<ListChecks />} title={t`No lists yet`}>
        <Trans>A list holds fans whom you choose, or all fans that fit a rule.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Lists`} className="grid gap-2">
      {lists.map(({ list, count }) => (
        <li key={list._id}>
          <Link
            to="/creator/lists/$listId"
            params={{ listId: list._id }}
            className="flex min-h-16 items-center rounded-card border border-line bg-surface px-4 py-3 hover:bg-raised"
          >
            <FanListName list={list} count={count} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
