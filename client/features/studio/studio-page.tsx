import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PenLine, Plus } from 'lucide-react'
import { v7 } from 'uuid'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StudioRow } from './studio-row.tsx'
import type { StudioItem } from './studio-items.ts'
import { useStudio } from './use-studio.ts'

type Props = {
  isOffline: boolean
  /** The server has been asked once: what is not here is nowhere. */
  hasSynced: boolean
  onWrite: (draftId: string) => void
}

/** The drafts of a creator, and the way to begin one. */
export function StudioPage({ isOffline, hasSynced, onWrite }: Props) {
  const { t } = useLingui()
  const items = useStudio()
  const isReady = items !== undefined && (items.length > 0 || hasSynced || isOffline)
  const write = (
    <Button icon={<Plus className="size-5" />} onClick={() => onWrite(v7())}>
      <Trans>Write a post</Trans>
    </Button>
  )
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Studio`}
        subtitle={<Trans>Drafts of your posts</Trans>}
        actions={isReady && items.length > 0 && write}
      />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        {isOffline && (
          <Notice>
            <Trans>
              You are offline. Write on: everything is kept on this device and goes out when the line is back.
            </Trans>
          </Notice>
        )}
        {isReady ? <Drafts items={items} write={write} /> : <ListSkeleton />}
      </div>
    </main>
  )
}

function Drafts({ items, write }: { items: StudioItem[]; write: React.ReactNode }) {
  const { t } = useLingui()
  if (items.length === 0) {
    return (
      <EmptyState icon={<PenLine />} title={t`No drafts yet`} action={write}>
        <Trans>
          What you write is kept from the first letter on, with or without a connection, on all your devices.
        </Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Drafts`} className="grid gap-3">
      {items.map((item) => (
        <li key={item._id}>
          <Link
            to="/creator/studio/$draftId"
            params={{ draftId: item._id }}
            className="block rounded-card border border-line bg-surface p-4 shadow-card transition-colors duration-150 hover:border-control"
          >
            <StudioRow item={item} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}
