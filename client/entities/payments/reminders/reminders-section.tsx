import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { ReminderList } from './reminder-list.tsx'
import { useReminders } from './reminder.ts'

/** Payments that wait for the account itself, beside the changes that wait for the connection. */
export function RemindersSection() {
  const id = useId()
  const reminders = useReminders()
  if (!reminders?.length) return null
  return (
    <section aria-labelledby={id} className="grid gap-2.5">
      <h2 id={id} className="text-lg font-semibold">
        <Trans>Payments to confirm</Trans>
      </h2>
      <ReminderList reminders={reminders} />
    </section>
  )
}
