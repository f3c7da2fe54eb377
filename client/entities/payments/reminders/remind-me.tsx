import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { BellRing } from 'lucide-react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { dropReminder, keepReminder, reminderKey } from './reminder.ts'
import type { Wanted } from './reminder.ts'

/**
 * Offers to keep a payment in mind while the device is offline: back online the account is asked again, at the price of then.
 * It shows nothing with a connection.
 */
export function RemindMe({ wanted, disabled = false }: { wanted: Wanted; disabled?: boolean }) {
  const isOffline = useUnit($offline)
  return isOffline ? <Offer wanted={wanted} disabled={disabled} /> : null
}

function Offer({ wanted, disabled }: { wanted: Wanted; disabled: boolean }) {
  const sync = useSync()
  const key = reminderKey(wanted)
  const isKept = useLiveQuery(async () => (await sync.db.drafts.get(key)) !== undefined, [sync, key])
  const { run, busy, error } = useAction(() =>
    isKept ? dropReminder(sync, wanted) : keepReminder(sync, wanted, new Date()),
  )
  if (isKept === undefined) return null
  return (
    <>
      <p role="status" className="text-sm empty:absolute">
        {isKept && <Trans>You are asked again when you are back online. Nothing is charged before you confirm.</Trans>}
      </p>
      {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      <Button
        kind="secondary"
        icon={<BellRing className="size-4.5" aria-hidden="true" />}
        busy={busy}
        disabled={disabled && !isKept}
        onClick={() => void run()}
      >
        {isKept ? <Trans>Do not remind me</Trans> : <Trans>Remind me</Trans>}
      </Button>
    </>
  )
}
