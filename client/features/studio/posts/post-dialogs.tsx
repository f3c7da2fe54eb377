import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

type Props = { onClose: () => void; onYes: () => void }

/** `isEdited`: something of it is typed and not saved, or was refused. */
export function RemovePostDialog({ isEdited, onClose, onYes }: Props & { isEdited: boolean }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Remove this post?`} yes={<Trans>Remove</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>The post is deleted for everyone. You cannot undo this. Its files stay in your library.</Trans>
      {isEdited && (
        <>
          {' '}
          <Trans>Your unsaved changes are lost too.</Trans>
        </>
      )}
    </ConfirmDialog>
  )
}

export function DiscardEditDialog({ onClose, onYes }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Discard the changes?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>You lose your unsaved changes. The post stays as it is.</Trans>
    </ConfirmDialog>
  )
}

/** Asks before the text of a post that is gone is discarded. */
export function DiscardWordsDialog({ onClose, onYes }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Discard this text?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>This is the only copy.</Trans>
    </ConfirmDialog>
  )
}

/** `isEdited`: what is not saved yet goes out with it. */
export function PublishNowDialog({ isEdited, onClose, onYes }: Props & { isEdited: boolean }) {
  const { t } = useLingui()
  return (
    <Dialog
      title={t`Publish this post now?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onYes}>
            <Trans>Publish now</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>The post is published now, or when you are back online.</Trans>
      </p>
      {isEdited && (
        <p>
          <Trans>Your unsaved changes are published with it.</Trans>
        </p>
      )}
    </Dialog>
  )
}
