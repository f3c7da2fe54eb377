import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { ConfirmDialog } from '../../confirm-dialog.tsx'

type Props = { record: OutboxRecord; onClose: () => void; onYes: () => void }

export function DiscardDialog({ record, onClose, onYes }: Props) {
  const { t } = useLingui()
  const mayBeThere = record.state !== 'rejected' && record.attempts > 0
  return (
    <ConfirmDialog title={t`Discard this?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      {mayBeThere ? (
        <Trans>It may have reached the server already. If it has, it stays sent; if not, it is dropped.</Trans>
      ) : (
        <Trans>It has not been sent, and it is not kept.</Trans>
      )}
    </ConfirmDialog>
  )
}
