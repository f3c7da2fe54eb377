/** Heights of bars for a sound whose waveform is not known. */
const FLAT = Array.from({ length: 48 }, () => 20)
/** The least height of a bar in percent, so that silence is visible as well. */
const LEAST = 8
const BAR = 3
const STEP = 5

type Props = {
  /** Peaks from 0 to 100, from left to right; null while they are not known. */
  peaks: readonly number[] | null
  /** How much has been played, from 0 to 1. */
  share: number
}

/** The bars of a sound, those that were played in colour. */
export function Waveform({ peaks, share }: Props) {
  const bars = peaks && peaks.length > 0 ? peaks : FLAT
  const played = Math.round(share * bars.length)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length * STEP} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      <path d={pathOf(bars, 0, played)} className="fill-accent-ink" />
      <path d={pathOf(bars, played, bars.length)} className="fill-control" />
    </svg>
  )
}

function pathOf(bars: readonly number[], from: number, to: number): string {
  return bars
    .slice(from, to)
    .map((peak, index) => {
      const height = Math.min(100, Math.max(LEAST, peak))
      return `M${(from + index) * STEP + 1} ${(100 - height) / 2}h${BAR}v${height}h${-BAR}z`
    })
    .join('')
}
