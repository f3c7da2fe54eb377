import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { spanWords } from './span-words.ts'
import { queueEnd } from './use-own-pauses.ts'
import type { OwnPause } from './use-own-pauses.ts'

type Props = {
  pause: OwnPause
  /** The end is queued. */
  onEnded: () => void
  onClose: () => void
}

/** Asks before a pause ends, and says how much of it is given back. */
export function EndPauseDialog({ pause, onEnded, onClose }: Props) {
  const { t, i18n } = useLingui()
  const sync = useSync()
  const isOffline = useUnit($offline)
  const now = useMinute().getTime()
  const isLasting = pause.state === 'lasting'
  const rest = spanWords(Date.parse(pause.endsAt) - now, i18n.locale)
  const end = useAction(async () => {
    await queueEnd(sync, pause._id)
    onEnded()
  })
  return (
    <ConfirmDialog
      title={isLasting ? t`End the pause now?` : t`Cancel the pause?`}
      yes={isLasting ? <Trans>End the pause</Trans> : <Trans>Cancel the pause</Trans>}
      no={<Trans>Keep the pause</Trans>}
      tone="primary"
      busy={end.busy}
      failure={end.error === null ? null : errorMessage(end.error)}
      onYes={() => void end.run()}
      onClose={onClose}
    >
      {isLasting ? (
        <Trans>
          Given back: {rest}. Paid time counts again, and the paid days of your subscribers end by as much earlier.
        </Trans>
      ) : !pause.isSent ? (
        <Trans>The pause is not sent yet, so no paid day has moved.</Trans>
      ) : (
        <Trans>The paid days of your subscribers go back to their former dates.</Trans>
      )}
      {isLasting && isOffline && (
        <>
          {' '}
          <Trans>It lasts until this device is online.</Trans>
        </>
      )}
    </ConfirmDialog>
  )
}
