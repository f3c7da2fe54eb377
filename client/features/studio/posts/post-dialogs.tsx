import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type Props = { onClose: () => void; onYes: () => void }

/** `isEdited`: something of it is typed and not saved, or was refused. */
export function RemovePostDialog({ isEdited, onClose, onYes }: Props & { isEdited: boolean }) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Remove this post?`} yes={<Trans>Remove</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>It goes for good, with its photos, from your page and from everybody’s feed.</Trans>
      {isEdited && (
        <>
          {' '}
          <Trans>What you changed here and have not saved goes with it.</Trans>
        </>
      )}
    </ConfirmDialog>
  )
}

export function DiscardEditDialog({ onClose, onYes }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Discard the changes?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>What you changed here and have not saved is gone then. The post stays as it is.</Trans>
    </ConfirmDialog>
  )
}

/** Of a post that is gone. */
export function DiscardWordsDialog({ onClose, onYes }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`Discard what is written?`} yes={<Trans>Discard</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>It is kept nowhere else.</Trans>
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
        <Trans>It does not wait for its time: it goes out at once, or as soon as there is a line.</Trans>
      </p>
      {isEdited && (
        <p>
          <Trans>It goes out with what you changed here and have not saved yet.</Trans>
        </p>
      )}
    </Dialog>
  )
}
