import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'

type Props = {
  title: string
  /** Undefined once it has left the outbox. */
  record: OutboxRecord | undefined
  onClose: () => void
  onYes: () => void
}

/** Asks before what waits is dropped, and says that the server may have it when it was sent without an answer. */
export function DiscardMutationDialog({ title, record, onClose, onYes }: Props) {
  const mayBeThere = !record || (record.state !== 'rejected' && record.attempts > 0)
  return (
    <ConfirmDialog title={title} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      {mayBeThere ? (
        <Trans>It may have reached the server already. If so, it stays sent. If not, it is deleted.</Trans>
      ) : (
        <Trans>It has not been sent. You lose it for good.</Trans>
      )}
    </ConfirmDialog>
  )
}
