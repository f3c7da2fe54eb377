import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

/** Asks before a publication that may have arrived is taken back: it may be too late. */
export function TakeBackDialog({ onClose, onYes }: { onClose: () => void; onYes: () => void }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      title={t`Move this post back to drafts?`}
      yes={<Trans>Move back to drafts</Trans>}
      onYes={onYes}
      onClose={onClose}
    >
      <Trans>The post may have reached the server already. If so, it stays. If not, it becomes a draft again.</Trans>
    </ConfirmDialog>
  )
}
