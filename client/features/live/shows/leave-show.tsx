import { Plural, Trans } from '@lingui/react/macro'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { askShow } from './ask-show.ts'
import { isWaitingSeat } from './is-waiting-seat.ts'

/** The way out of a show, with the tokens that it costs at this moment where these are more than the seconds. */
export function LeaveShow({ show, isCreator }: { show: Show; isCreator: boolean }) {
  const leave = useAction(async () => void (await askShow('show:end', { requestId: show._id })))
  const owed = show.rate * show.minimum
  const money = useMoneyOf()(owed)
  return (
    <div className="grid gap-2">
      {!isCreator && show.status === 'active' && show.charged < owed && (
        <p className="text-sm text-muted">
          <Plural value={owed} one="If you leave now, # token is paid." other="If you leave now, # tokens are paid." />
          {money !== null && ` (${money})`}
        </p>
      )}
      {isWaitingSeat(show) && (
        <p className="text-sm text-muted">
          <Trans>If you leave now, nothing is paid and your tokens come back at once.</Trans>
        </p>
      )}
      {leave.error !== null && (
        <Notice tone="danger" role="alert">
          {errorMessage(leave.error)}
        </Notice>
      )}
      <Button kind="danger" busy={leave.busy} className="justify-self-start" onClick={() => void leave.run()}>
        <Trans>Leave</Trans>
      </Button>
    </div>
  )
}
