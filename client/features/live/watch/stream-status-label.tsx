import { useLingui } from '@lingui/react/macro'
import type { StreamStatus } from '@vesper/sync/vesper/api/live-streams.ts'
import { cx } from '../../../ui/cx.ts'

const tones = {
  live: 'bg-danger text-white',
  reconnecting: 'bg-warn-soft text-warn-ink',
  starting: 'bg-raised text-ink',
  ended: 'bg-raised text-ink',
} as const

/** Says how a stream fares; screen readers hear of each change. */
export function StreamStatusLabel({ status }: { status: StreamStatus }) {
  const { t } = useLingui()
  const words = {
    live: t`Live`,
    reconnecting: t`Reconnecting`,
    starting: t`Starting`,
    ended: t({ message: 'Ended', context: 'stream' }),
  }[status]
  return (
    <span
      role="status"
      aria-label={words}
      className={cx('rounded-full px-2.5 py-0.5 text-xs font-bold', tones[status])}
    >
      {words}
    </span>
  )
}
