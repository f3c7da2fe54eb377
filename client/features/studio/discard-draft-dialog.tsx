import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../confirm-dialog.tsx'

export function DiscardDraftDialog({ onClose, onYes }: { onClose: () => void; onYes: () => void }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Discard this draft?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>Its text, photos and videos are removed from all your devices.</Trans>
    </ConfirmDialog>
  )
}
