import { useLingui } from '@lingui/react/macro'
import { cx } from '../../../ui/cx.ts'
import { clockTime } from '../clock-time.ts'

type Props = { position: number; duration: number; onSeek: (seconds: number) => void; className?: string }

/** The way to another place of a video or a sound. Time goes from left to right in each language, as on every player. */
export function PositionSlider({ position, duration, onSeek, className }: Props) {
  const { t } = useLingui()
  const [at, end] = [clockTime(position), clockTime(duration)]
  return (
    <input
      type="range"
      dir="ltr"
      aria-label={t`Position`}
      aria-valuetext={t`${at} of ${end}`}
      min={0}
      max={Math.max(duration, 0.1)}
      step="any"
      value={Math.min(position, duration)}
      onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      className={cx('h-target min-w-0 cursor-pointer', className)}
    />
  )
}
