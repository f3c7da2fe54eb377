import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Props = { record: OutboxRecord; onClose: () => void; onYes: () => void }

export function DiscardDialog({ record, onClose, onYes }: Props) {
  const { t } = useLingui()
  const mayBeThere = record.state !== 'rejected' && record.attempts > 0
  return (
    <Dialog
      title={t`Discard this?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={onYes}>
            <Trans>Discard</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>
        {mayBeThere ? (
          <Trans>It may have reached the server already. If it has, it stays sent; if not, it is dropped.</Trans>
        ) : (
          <Trans>It has not been sent, and it is not kept.</Trans>
        )}
      </p>
    </Dialog>
  )
}
