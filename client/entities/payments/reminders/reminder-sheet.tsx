import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ReminderList } from './reminder-list.tsx'
import type { Reminder } from './reminder.ts'

type Props = {
  reminders: readonly Reminder[]
  /** The device was offline since the app was opened. */
  wasOffline: boolean
  onClose: () => void
}

/** Asks again about payments that were wanted offline. It charges nothing itself. */
export function ReminderSheet({ reminders, wasOffline, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      title={t`You asked to be reminded`}
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          <Trans>Later</Trans>
        </Button>
      }
    >
      <p>
        {wasOffline && (
          <>
            <Trans>You are back online.</Trans>{' '}
          </>
        )}
        <Trans>Each payment asks you once more before anything is charged.</Trans>
      </p>
      <ReminderList reminders={reminders} onAsk={onClose} />
    </Dialog>
  )
}
