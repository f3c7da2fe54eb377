import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Asks before a publication that may have arrived is taken back: it may be too late. */
export function TakeBackDialog({ onClose, onYes }: { onClose: () => void; onYes: () => void }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Take this post back?`} yes={<Trans>Take it back</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>It may have reached the server already. If it has, the post stays; if not, it is a draft again.</Trans>
    </ConfirmDialog>
  )
}
