import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { PlaceholderCanvas } from '../../../ui/controls/placeholder-canvas.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import { WhyMissing } from '../image-unavailable.tsx'
import { frameOfVideo } from '../playable-video.ts'
import type { PlayableVideo } from '../playable-video.ts'
import { usePlayback } from '../playback/use-playback.ts'
import { Controls } from './controls.tsx'
import { onPlayerKey } from './player-keys.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useIdle } from './use-idle.ts'
import { useSource } from './use-source.ts'

type Props = {
  file: PlayableVideo
  label: string
  keptUrl?: string | null
  isStarted?: boolean
  onRetry?: () => void
}

/** Plays a video. Its controls go while it plays and nobody touches them; they stay for whoever uses the keyboard. */
export function Player({ file, label, keptUrl = null, isStarted = false, onRetry }: Props) {
  const { t } = useLingui()
  const region = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { state, handlers, toggle, seek } = usePlayback(video, file.durationMs)
  const source = useSource(video, { file, keptUrl, state })
  const screen = useFullScreen(region, video)
  const { isIdle, wake } = useIdle(state.isPlaying)
  const retry = () => {
    onRetry?.()
    source.tryAgain()
  }
  return (
    <section
      ref={region}
      aria-label={t`Video player`}
      data-idle={isIdle || undefined}
      onPointerMove={wake}
      onKeyDown={(event) => {
        wake()
        onPlayerKey(event, video.current, { toggle, seek, toggleFullScreen: screen.toggle })
      }}
      className="group relative w-full overflow-hidden bg-[#000] text-white data-idle:cursor-none"
      style={screen.isFull ? undefined : { aspectRatio: frameOfVideo(file) }}
    >
      {file.placeholder && !file.posterUrl && !file.thumbnailUrl && (
        <PlaceholderCanvas hash={file.placeholder} className="absolute inset-0 size-full" />
      )}
      <video
        ref={video}
        {...handlers}
        aria-label={label}
        playsInline
        autoPlay={isStarted}
        preload={isStarted ? 'auto' : 'none'}
        src={source.src}
        poster={file.posterUrl ?? file.thumbnailUrl ?? undefined}
        // A finger first brings the controls back; a mouse has brought them by moving.
        onPointerUp={({ pointerType }) => {
          if (pointerType === 'mouse' || !state.isPlaying || !isIdle) toggle()
          wake()
        }}
        className="absolute inset-0 size-full object-contain"
      />
      {state.isWaiting && (
        <span className="pointer-events-none absolute inset-0 grid place-items-center">
          <Spinner className="size-10" />
        </span>
      )}
      <div role="alert" className="empty:hidden">
        {state.isFailed && (
          <div className="absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 bg-[#000c] p-4 text-center">
            <p>
              <WhyMissing />
            </p>
            <Button kind="secondary" onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        )}
      </div>
      <Controls state={state} source={source} screen={screen} video={video} onToggle={toggle} onSeek={seek} />
    </section>
  )
}
