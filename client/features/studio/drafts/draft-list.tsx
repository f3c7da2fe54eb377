import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../../core/sync/list-unavailable.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { cardClass } from '../row-text.tsx'
import type { StudioItem } from '../studio-items.ts'
import { DraftMenu } from './draft-menu.tsx'
import { StudioRow } from './studio-row.tsx'

/** The drafts that nobody has published yet. */
export function DraftList({ items, contents, write }: { items: StudioItem[]; contents: Contents; write: ReactNode }) {
  const { t } = useLingui()
  if (items.length === 0 && contents !== 'here') {
    return (
      <>
        <ListUnavailable icon={<PenLine />}>
          <Trans>Drafts from your other devices appear when you are back online.</Trans>
        </ListUnavailable>
        <div className="justify-self-center">{write}</div>
      </>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={<PenLine />} title={t`No drafts yet`} action={write}>
        <Trans>Your drafts are saved as you type, online or offline, on all your devices.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Drafts`} className="grid gap-3">
      {items.map((item) => (
        <li key={item._id}>
          <DraftCard item={item} />
        </li>
      ))}
    </ul>
  )
}

/** A draft: the way to its editor, and what else can be done with it. */
export function DraftCard({ item }: { item: StudioItem }) {
  return (
    <div className={cx(cardClass, 'flex items-start hover:border-control')}>
      <Link
        to="/creator/studio/$draftId"
        params={{ draftId: item._id }}
        className="min-w-0 flex-1 rounded-card py-4 ps-4 pe-2"
      >
        <StudioRow item={item} />
      </Link>
      {item.draft && <DraftMenu draft={item.draft} />}
    </div>
  )
}
