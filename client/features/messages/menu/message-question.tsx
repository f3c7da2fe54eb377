import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { DiscardMutationDialog } from '../../../core/sync/discard-mutation-dialog.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

type Props = {
  kind: 'delete' | 'discard'
  /** The record of the message in the outbox. */
  record: OutboxRecord | undefined
  onClose: () => void
  onYes: () => void
}

/** Stands before what cannot be undone. */
export function MessageQuestion({ kind, record, onClose, onYes }: Props) {
  const { t } = useLingui()
  if (kind === 'discard') {
    return <DiscardMutationDialog title={t`Discard this message?`} record={record} onClose={onClose} onYes={onYes} />
  }
  return (
    <ConfirmDialog title={t`Delete this message?`} yes={<Trans>Delete</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>It is deleted for both of you. That cannot be undone.</Trans>
    </ConfirmDialog>
  )
}
