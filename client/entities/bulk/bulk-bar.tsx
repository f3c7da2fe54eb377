import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { BulkAction, BulkDeed } from './bulk-plan.ts'
import type { Bulk } from './use-bulk.ts'

const BulkSheet = lazyAgain(async () => (await import('./bulk-sheet.tsx')).BulkSheet, 'studio')

type Props = {
  bulk: Bulk
  deed: BulkDeed
  /** Takes an archiving or a restoring back. */
  undo: BulkDeed
  canChangeAudience?: boolean
}

/** The way into the selection, and what is done to all that is selected. */
export function BulkBar({ bulk, deed, undo, canChangeAudience = false }: Props) {
  const [asking, setAsking] = useState<BulkAction | null>(null)
  if (!bulk.isOn) {
    return (
      <Button kind="quiet" className="justify-self-end" onClick={bulk.start}>
        <Trans>Select</Trans>
      </Button>
    )
  }
  const count = bulk.selected.length
  const ask = (action: BulkAction) => (
    <Button kind="secondary" disabled={count === 0} onClick={() => setAsking(action)}>
      <ActionWord action={action} />
    </Button>
  )
  return (
    <div className="grid gap-2 rounded-card border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={<Trans>Select all shown</Trans>} checked={bulk.areAll} onChange={bulk.toggleAll} />
        <p role="status" className="text-sm text-muted">
          <Plural value={count} one="# selected" other="# selected" />
        </p>
        <Button kind="quiet" onClick={bulk.stop}>
          <Trans>Done</Trans>
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {ask({ do: 'archive' })}
        {ask({ do: 'restore' })}
        {canChangeAudience && ask({ do: 'audience', access: 'followers' })}
        {ask({ do: 'remove' })}
      </div>
      {asking && (
        <Suspense>
          <BulkSheet
            action={asking}
            things={bulk.selected}
            deed={deed}
            undo={undo}
            onClose={() => setAsking(null)}
            onDone={() => {
              setAsking(null)
              bulk.stop()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function ActionWord({ action }: { action: BulkAction }) {
  switch (action.do) {
    case 'archive':
      return <Trans>Archive</Trans>
    case 'restore':
      return <Trans>Restore</Trans>
    case 'remove':
      return <Trans>Delete</Trans>
    case 'audience':
      return <Trans>Change audience</Trans>
  }
}

type RowProps = { bulk: Bulk; id: string; name: string; children: ReactNode }

/** A row of a list, with its checkbox while things are selected. */
export function BulkRow({ bulk, id, name, children }: RowProps) {
  const { t } = useLingui()
  if (!bulk.isOn) return children
  return (
    <div className="flex items-center gap-1">
      <Checkbox
        label={<span className="sr-only">{name === '' ? t`Select` : t`Select ${name}`}</span>}
        checked={bulk.has(id)}
        onChange={() => bulk.toggle(id)}
      />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
