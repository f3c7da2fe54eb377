import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ReminderList } from './reminder-list.tsx'
import type { Reminder } from './reminder.ts'

type Props = { reminders: readonly Reminder[]; onClose: () => void }

/** Asks again about payments that were wanted offline. It charges nothing itself. */
export function ReminderSheet({ reminders, onClose }: Props) {
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
        <Trans>You are back online. Nothing was charged: each payment asks you once more.</Trans>
      </p>
      <ReminderList reminders={reminders} onAsk={onClose} />
    </Dialog>
  )
}
