import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

type Props = {
  /** Its publication was sent, and nobody knows yet what became of it. */
  mayBePublished: boolean
  onClose: () => void
  onYes: () => void
}

/** Asks before a draft goes; one whose publication may have arrived is perhaps a post by now. */
export function DiscardDraftDialog({ mayBePublished, onClose, onYes }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Discard this draft?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      {mayBePublished ? (
        <Trans>
          The post may have reached the server already. If so, it stays. If not, the draft is removed from all your
          devices. Its uploads stay in your library.
        </Trans>
      ) : (
        <Trans>The draft is removed from all your devices. Its uploads stay in your library.</Trans>
      )}
    </ConfirmDialog>
  )
}
