import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { clockTime } from '../../../core/media/clock-time.ts'
import { TokenPrice, useMoneyOf } from '../../../core/settings/token-price.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { isWaitingSeat } from './is-waiting-seat.ts'

/** The cost by now. It counts only the seconds in which both are connected. */
export function RunningCost({ show, isCreator }: { show: Show; isCreator: boolean }) {
  const { t } = useLingui()
  const left = show.secondsLeft === null ? null : clockTime(show.secondsLeft)
  return (
    <div className="grid gap-2">
      <p
        role="status"
        aria-label={t`Running cost`}
        className="flex flex-wrap items-baseline gap-x-3 rounded-control bg-raised px-4 py-2 font-semibold tabular-nums"
      >
        <TokenPrice value={show.charged} />
        <span className="text-sm font-normal text-muted">{clockTime(show.seconds)}</span>
        {left !== null && (
          <span className="text-sm font-normal text-warn-ink">
            <Trans>{left} left</Trans>
          </span>
        )}
        <span className="text-sm font-normal text-muted">
          <Plural value={show.rate} one="# token a minute" other="# tokens a minute" />
          {show.cap !== null && (
            <>
              {' '}
              · <Plural value={show.cap} one="at most # token" other="at most # tokens" />
            </>
          )}
        </span>
      </p>
      {show.status === 'accepted' && (
        <Notice role="status">
          {isWaitingSeat(show) ? (
            <Trans>You have a seat. The show begins once enough fans have one. Nothing counts before.</Trans>
          ) : (
            <Trans>Connecting. Nothing counts before both see and hear each other’s line.</Trans>
          )}
        </Notice>
      )}
      {show.lowBalance && (
        <Notice tone="warning" role="alert">
          {isCreator ? (
            <Trans>The fan’s tokens end soon. The show ends with them.</Trans>
          ) : (
            <Trans>Your tokens end soon. The show ends with them.</Trans>
          )}
        </Notice>
      )}
    </div>
  )
}

/** The cost over the picture, where the line beneath it is covered. */
export function CostOver({ show }: { show: Show }) {
  const money = useMoneyOf()(show.charged)
  const left = show.secondsLeft === null ? null : clockTime(show.secondsLeft)
  return (
    <span className="text-xs font-semibold tabular-nums">
      <Plural value={show.charged} one="# token" other="# tokens" />
      {money !== null && ` (${money})`} · {clockTime(show.seconds)}
      {left !== null && (
        <span className={cx('ms-2', show.lowBalance && 'rounded-full bg-danger px-2 py-0.5')}>
          <Trans>{left} left</Trans>
        </span>
      )}
    </span>
  )
}
