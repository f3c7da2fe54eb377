import { Plural, Trans } from '@lingui/react/macro'
import type { BulkAction } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EdgeBar } from '../../../ui/controls/edge-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkSubjects } from './bulk-dialog.tsx'

type Props = {
  subjects: BulkSubjects
  actions: readonly [BulkAction, ...BulkAction[]]
  onClear: () => void
  onRun: () => void
}

/** The bar at the lower edge while rows are ticked: how many, and the decision on them. */
export function BulkBar({ subjects, actions, onClear, onRun }: Props) {
  const isOffline = useUnit($offline)
  // Frozen at the press: the list may be read again behind the dialog, and has other rows then.
  const [decided, setDecided] = useState<BulkSubjects | null>(null)
  const count = subjects.caseIds.length + subjects.things.length
  return (
    <>
      {count > 0 && (
        <EdgeBar className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="flex-1 font-semibold whitespace-nowrap">
            <Plural value={count} one="# selected" other="# selected" />
          </p>
          <Button kind="secondary" onClick={onClear}>
            <Trans>Clear</Trans>
          </Button>
          <Button disabled={isOffline} onClick={() => setDecided(subjects)}>
            <Trans>Decide on {count}…</Trans>
          </Button>
        </EdgeBar>
      )}
      {decided && (
        <BulkDialog
          {...{ subjects: decided, actions, onRun }}
          onClose={() => {
            setDecided(null)
            onClear()
          }}
        />
      )}
    </>
  )
}
