import { Trans, useLingui } from '@lingui/react/macro'
import { Offer } from '@vesper/sync/vesper/api/offers.ts'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

type Props = { offer: Offer; onClose: () => void; onEnded: () => void }

/** Asks before an offer ends, which cannot be taken back. */
export function EndDialog({ offer: { _id, code }, onClose, onEnded }: Props) {
  const { t } = useLingui()
  const end = useAction(async () => {
    await callApi({ method: 'DELETE', path: `/performer/offers/${_id}`, answer: Offer })
    void showToast('success', t`The offer has ended`)
    onEnded()
  })
  return (
    <ConfirmDialog
      title={t`End the offer ${code}?`}
      yes={<Trans>End offer</Trans>}
      busy={end.busy}
      failure={end.error === null ? null : errorMessage(end.error)}
      onYes={() => void end.run()}
      onClose={onClose}
    >
      <Trans>
        Nobody can use it any more. Free days and first terms that began with it stay. Its figures stay here.
      </Trans>
    </ConfirmDialog>
  )
}
