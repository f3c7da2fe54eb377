import { useLingui } from '@lingui/react/macro'
import { Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { clockTime } from '../clock-time.ts'
import { PositionSlider } from '../playback/position-slider.tsx'
import type { Playback } from '../playback/use-playback.ts'
import type { Quality } from './qualities.ts'
import type { FullScreen } from './use-full-screen.ts'
import type { Source } from './use-source.ts'

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]

type Props = {
  state: Playback
  source: Source
  screen: FullScreen
  video: RefObject<HTMLVideoElement | null>
  onToggle: () => void
  onSeek: (seconds: number) => void
}

/** Left to right in each language, as on every player. */
export function Controls({ state, source, screen, video, onToggle, onSeek }: Props) {
  const { t } = useLingui()
  const setMuted = (isMuted: boolean) => {
    if (video.current) video.current.muted = isMuted
  }
  const setRate = (rate: number) => {
    if (!video.current) return
    video.current.defaultPlaybackRate = rate
    video.current.playbackRate = rate
  }
  const [playLabel, PlayIcon] = state.isPlaying ? [t`Pause`, Pause] : [t`Play`, Play]
  return (
    <div
      dir="ltr"
      className="absolute inset-x-0 bottom-0 bg-linear-to-t from-[#000d] to-[#0000] px-2 pt-6 transition-opacity duration-200 group-data-idle:opacity-0 has-[:focus-visible]:opacity-100"
    >
      <div className="flex items-center gap-2 px-2">
        <PositionSlider
          position={state.position}
          duration={state.duration}
          onSeek={onSeek}
          className="flex-1 accent-white focus-visible:outline-white"
        />
        <span className="text-xs tabular-nums">
          {clockTime(state.position)} / {clockTime(state.duration)}
        </span>
      </div>
      <div className="-mt-2 flex items-center">
        <Control label={playLabel} Icon={PlayIcon} onClick={onToggle} />
        <Control
          label={t`Mute`}
          Icon={state.isMuted ? VolumeX : Volume2}
          isPressed={state.isMuted}
          onClick={() => setMuted(!state.isMuted)}
        />
        <span className="flex-1" />
        <SpeedChoice rate={state.rate} onChange={setRate} />
        <QualityChoice source={source} />
        <Control
          label={t`Full screen`}
          Icon={screen.isFull ? Minimize : Maximize}
          isPressed={screen.isFull}
          onClick={screen.toggle}
        />
      </div>
    </div>
  )
}

function SpeedChoice({ rate, onChange }: { rate: number; onChange: (rate: number) => void }) {
  const { t, i18n } = useLingui()
  return (
    <Choice label={t`Speed`} value={rate} onChange={(value) => onChange(Number(value))}>
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {i18n.number(speed)}×
        </option>
      ))}
    </Choice>
  )
}

function QualityChoice({ source: { qualities, quality, choose } }: { source: Source }) {
  const { t } = useLingui()
  const names: Record<Quality['name'], string> = {
    ...{ kept: t`On this device`, original: t`Original` },
    ...{ '720p': '720p', '360p': '360p' },
  }
  return (
    <Choice label={t`Quality`} value={quality.name} onChange={choose}>
      {qualities.map(({ name }) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </Choice>
  )
}

type ChoiceProps = { label: string; value: string | number; onChange: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="h-target max-w-26 min-w-0 cursor-pointer rounded-full bg-transparent px-2 text-sm font-semibold hover:bg-[#fff3] focus-visible:outline-white [&>option]:bg-[#161228]"
    >
      {children}
    </select>
  )
}

type ControlProps = { label: string; Icon: LucideIcon; isPressed?: boolean; onClick: () => void }

function Control({ label, Icon, isPressed, onClick }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
      className="grid size-target shrink-0 place-items-center rounded-full transition duration-150 hover:bg-[#fff3] focus-visible:outline-white active:scale-95"
    >
      <Icon className="size-5.5" aria-hidden="true" />
    </button>
  )
}
