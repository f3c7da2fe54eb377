import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { clockTime } from '../clock-time.ts'
import { WhyMissing } from '../image-unavailable.tsx'
import { PositionSlider } from '../playback/position-slider.tsx'
import { usePlayback } from '../playback/use-playback.ts'
import { useSteadySource } from '../playback/use-steady-source.ts'
import { Waveform } from './waveform.tsx'

/** The part of a file that a player of sounds needs. */
export type PlayableSound = Pick<FileRecord, 'url' | 'durationMs' | 'waveform'>

/** The speeds that a press goes through. */
const RATES = [1, 1.5, 2]

type Props = { file: PlayableSound; label: string }

/** Plays a sound. Nothing of it loads before the user plays it. */
export function Sound({ file, label }: Props) {
  const { t } = useLingui()
  const audio = useRef<HTMLAudioElement>(null)
  const { state, handlers, toggle, seek } = usePlayback(audio, file.durationMs)
  const { src, tryAgain } = useSteadySource(audio, file.url, state)
  return (
    <div
      role="group"
      aria-label={t`Sound`}
      dir="ltr"
      className="flex min-h-18 w-full flex-wrap items-center gap-x-3 rounded-card bg-raised px-3 py-2"
    >
      <audio ref={audio} {...handlers} aria-label={label} preload="none" src={src} className="size-px opacity-0" />
      <button
        type="button"
        aria-label={state.isPlaying ? t`Pause` : t`Play sound`}
        title={state.isPlaying ? t`Pause` : t`Play sound`}
        aria-busy={state.isWaiting || undefined}
        onClick={toggle}
        className="grid size-12 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition duration-150 hover:bg-accent-strong active:scale-95"
      >
        {state.isPlaying ? (
          <Pause className="size-5.5 fill-current" aria-hidden="true" />
        ) : (
          <Play className="size-5.5 translate-x-0.5 fill-current" aria-hidden="true" />
        )}
      </button>
      <span className="relative h-target min-w-24 flex-1 rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent-ink">
        <Waveform peaks={file.waveform} share={state.duration > 0 ? state.position / state.duration : 0} />
        {/* The bars are what is seen of it. */}
        <PositionSlider
          position={state.position}
          duration={state.duration}
          onSeek={seek}
          className="absolute inset-0 size-full opacity-0"
        />
      </span>
      <button
        type="button"
        aria-label={t`Speed ${state.rate}×`}
        title={t`Speed`}
        onClick={() => audio.current && setRate(audio.current, nextRate(state.rate))}
        className="min-h-target min-w-10 rounded-control text-xs font-semibold text-muted tabular-nums hover:text-ink"
      >
        {state.rate}×
      </button>
      <span className="text-xs text-muted tabular-nums">
        {clockTime(state.position)} / {clockTime(state.duration)}
      </span>
      <div role="alert" className="basis-full empty:hidden">
        {state.isFailed && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <WhyMissing />
            <button type="button" onClick={tryAgain} className="min-h-target px-2 font-semibold text-accent-ink">
              <Trans>Try again</Trans>
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

function nextRate(rate: number): number {
  return RATES[RATES.indexOf(rate) + 1] ?? 1
}

/** The default as well: an element that loads takes that one. */
function setRate(audio: HTMLAudioElement, rate: number): void {
  audio.defaultPlaybackRate = rate
  audio.playbackRate = rate
}
