import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

type Props = { path: string; words: { subject: string; text: string }; isDisabled: boolean }

/** Sends the words as they are typed, with sample values, to the address of the person who asks. */
export function SendTestMail({ path, words, isDisabled }: Props) {
  const { t } = useLingui()
  const send = useAction(async () => {
    await callApi({ method: 'POST', path, body: { _id: v7(), ...words }, answer: Done })
    void showToast('success', t`The test is on its way to your address`)
  })
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <div role="alert" className="empty:absolute">
        {send.error !== null && <Notice tone="danger">{errorMessage(send.error)}</Notice>}
      </div>
      <Button kind="secondary" busy={send.busy} disabled={isDisabled} onClick={() => void send.run()}>
        <Trans>Send a test to me</Trans>
      </Button>
    </div>
  )
}
