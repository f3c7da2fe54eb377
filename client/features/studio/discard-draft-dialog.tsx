import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export function DiscardDraftDialog({ onClose, onYes }: { onClose: () => void; onYes: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      title={t`Discard this draft?`}
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
        <Trans>Its text and photos are removed from all your devices.</Trans>
      </p>
    </Dialog>
  )
}
