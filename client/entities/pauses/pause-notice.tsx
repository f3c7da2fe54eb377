import { Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { nextPause, pauseAt } from '@vesper/sync/vesper/records/pause-clock.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { formatMoment } from './format-moment.ts'

export type PauseNoticeProps = {
  creator: Pick<Creator, 'name' | 'pauses'>
  /** A planned pause is announced so long before it begins, in days; always without it. */
  daysAhead?: number
}

const DAY_MS = 86_400_000

/** Says that a creator rests, or will; nothing otherwise. */
export function PauseNotice({ creator: { name, pauses = [] }, daysAhead = Infinity }: PauseNoticeProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const lasting = pauseAt(pauses, now)
  const pause = lasting ?? nextPause(pauses, now)
  if (!pause || Date.parse(pause.startsAt) > now + daysAhead * DAY_MS) return null
  const [start, end] = [formatMoment(pause.startsAt, i18n.locale), formatMoment(pause.endsAt, i18n.locale)]
  return (
    <Notice>
      {lasting ? (
        <Trans>
          <bdi>{name}</bdi> takes a break until {end}. No subscription renews meanwhile, and paid time counts only after
          it.
        </Trans>
      ) : (
        <Trans>
          <bdi>{name}</bdi> takes a break from {start} to {end}. No subscription renews then, and paid time waits.
        </Trans>
      )}
    </Notice>
  )
}
