import { Trans, useLingui } from '@lingui/react/macro'
import { BulkAnswer } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useUnit } from 'effector-react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { useMinute } from '../../../ui/use-minute.ts'
import { useRecentBulks } from './use-recent-bulks.ts'

type Props = { bulk: BulkAnswer; onUndone: () => void }

/** Takes back what a decision on many has done, as long as that can be. */
export function UndoBulk({ bulk: { _id, state, until }, onUndone }: Props) {
  const { i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { mutate } = useRecentBulks()
  const now = useMinute()
  const undo = useAction(async () => {
    try {
      await callApi({ method: 'POST', path: `/desk/bulk/${_id}/undo`, answer: BulkAnswer })
    } finally {
      await mutate()
      onUndone()
    }
  })
  const end = until === null || state !== 'done' ? null : new Date(until)
  if (end === null || end <= now) return null
  const time = formatDate(end, i18n.locale, { timeStyle: 'short' })
  return (
    <div className="grid gap-2">
      <div role="alert" className="empty:absolute">
        {undo.error !== null && <Notice tone="danger">{errorMessage(undo.error)}</Notice>}
      </div>
      <Button kind="secondary" busy={undo.busy} disabled={isOffline} onClick={() => void undo.run()}>
        <Trans>Undo</Trans>
      </Button>
      <p className="text-sm text-muted">
        <Trans>It can be taken back until {time}.</Trans>
      </p>
    </div>
  )
}
