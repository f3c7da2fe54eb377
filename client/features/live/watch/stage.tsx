import { Trans, useLingui } from '@lingui/react/macro'
import type { Stream, StreamStatus } from '@vesper/sync/vesper/api/live-streams.ts'
import { Headphones, Maximize, Minimize, Volume2, VolumeX } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useBudgetSpent } from '../../../core/data-budget/use-data-budget.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import { cx } from '../../../ui/cx.ts'
import { StreamStatusLabel } from './stream-status-label.tsx'
import type { FullScreen } from './use-full-screen.ts'
import type { ViewerState } from './viewer-session.ts'

type Props = {
  stream: Stream
  status: StreamStatus
  isAway: boolean
  viewer: ViewerState
  onSoundOnly: (isSoundOnly: boolean) => void
  /** Stands beside the status, such as the number of viewers. */
  facts?: ReactNode
  fullScreen: FullScreen
}

/** The picture of a stream, with what one needs to watch it. */
export function Stage({ stream, status, isAway, viewer, onSoundOnly, facts, fullScreen }: Props) {
  const { t } = useLingui()
  const sound = useSound(viewer.media)
  const { video, hasBegun } = sound
  const { isFull } = fullScreen
  const controls = <Controls viewer={viewer} onSoundOnly={onSoundOnly} sound={sound} fullScreen={fullScreen} />
  const { performer } = stream
  const waits =
    status === 'starting' ||
    status === 'reconnecting' ||
    viewer.phase === 'connecting' ||
    !hasBegun ||
    viewer.phase === 'waiting'
  return (
    <section
      aria-label={t`Stream`}
      className={cx(
        'group relative grid w-full overflow-hidden bg-[#000] text-white',
        isFull ? 'h-full' : 'aspect-video max-h-[70dvh] md:rounded-card',
      )}
    >
      <video
        ref={video}
        playsInline
        autoPlay
        aria-label={t`Picture of ${performer.name}`}
        className={cx('size-full object-contain [grid-area:1/1]', viewer.isSoundOnly && 'invisible')}
      />
      {viewer.isSoundOnly && status !== 'ended' && <SoundOnly performer={performer} isForced={viewer.isForced} />}
      {waits && !isAway && status !== 'ended' && (
        <div className="grid place-content-center justify-items-center gap-2 bg-[#0006] text-sm [grid-area:1/1]">
          <Spinner />
          <Waiting status={status} viewer={viewer} />
        </div>
      )}
      {isAway && (
        <p className="grid place-content-center bg-[#000a] px-6 text-center font-semibold [grid-area:1/1]">
          <Trans>In a private show. The stream goes on afterwards.</Trans>
        </p>
      )}
      <div className="absolute inset-x-0 top-0 flex flex-wrap items-center gap-2 bg-linear-to-b from-[#000d] to-[#0000] p-3 pb-6 text-sm">
        <StreamStatusLabel status={status} />
        {facts}
        {isFull && controls}
      </div>
      {/* In full screen the chat stands below. */}
      {!isFull && (
        <div className="absolute inset-x-0 bottom-0 flex bg-linear-to-t from-[#000b] to-[#0000] p-2">{controls}</div>
      )}
    </section>
  )
}

type ControlProps = Pick<Props, 'viewer' | 'onSoundOnly' | 'fullScreen'> & { sound: ReturnType<typeof useSound> }

function Controls({ viewer, onSoundOnly, sound, fullScreen }: ControlProps) {
  const { t } = useLingui()
  const { isMuted, isBlocked, setMuted } = sound
  const button = 'text-white hover:bg-[#fff3]'
  return (
    <div className="flex flex-1 items-center justify-end gap-1">
      {isBlocked && (
        <Button
          kind="secondary"
          className="me-auto"
          icon={<Volume2 className="size-5" />}
          onClick={() => setMuted(false)}
        >
          <Trans>Tap for sound</Trans>
        </Button>
      )}
      <IconButton
        label={t`Sound only`}
        aria-pressed={viewer.isSoundOnly}
        className={cx(button, 'aria-pressed:bg-[#fff4]')}
        onClick={() => onSoundOnly(!viewer.isSoundOnly)}
      >
        <Headphones className="size-5" />
      </IconButton>
      <IconButton label={t`Mute`} aria-pressed={isMuted} className={button} onClick={() => setMuted(!isMuted)}>
        {isMuted ? <VolumeX className="size-5" /> : <Volume2 className="size-5" />}
      </IconButton>
      <IconButton
        label={t`Full screen`}
        aria-pressed={fullScreen.isFull}
        className={button}
        onClick={fullScreen.toggle}
      >
        {fullScreen.isFull ? <Minimize className="size-5" /> : <Maximize className="size-5" />}
      </IconButton>
    </div>
  )
}

/** Stands in the place of a picture that is not sent. */
function SoundOnly({ performer, isForced }: { performer: Stream['performer']; isForced: boolean }) {
  const isSpent = useBudgetSpent()
  return (
    <div className="grid place-content-center justify-items-center gap-3 px-4 text-center [grid-area:1/1]">
      <Avatar name={performer.name} src={performer.avatar} size="xl" />
      <p className="inline-flex items-center gap-2 text-sm font-semibold">
        <Headphones className="size-5" aria-hidden="true" />
        {isForced ? (
          <Trans>Sound only, since your line is slow</Trans>
        ) : isSpent ? (
          <Trans>Sound only, since today’s data are used</Trans>
        ) : (
          <Trans>Sound only</Trans>
        )}
      </p>
    </div>
  )
}

function Waiting({ status, viewer: { phase, refusal } }: { status: StreamStatus; viewer: ViewerState }) {
  if (status === 'starting') return <Trans>The stream is about to begin</Trans>
  if (status === 'reconnecting') return <Trans>The creator’s line is gone. It comes back by itself.</Trans>
  if (phase === 'waiting' && refusal?.message) return errorMessage(refusal)
  return phase === 'waiting' ? <Trans>Your line is gone. Trying again…</Trans> : <Trans>Connecting…</Trans>
}

/** A browser plays sound only after a touch: until then the picture goes on without it, and a button says so. */
function useSound(media: MediaStream | null) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setShown] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const [hasBegun, setBegun] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element || !media) return
    // Connected is not yet seen: the first picture, or the first sound, ends the wait.
    const begin = () => setBegun(true)
    element.addEventListener('playing', begin)
    if (element.srcObject !== media) element.srcObject = media
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      element.muted = true
      setShown(true)
      setBlocked(true)
      void element.play().catch(() => {})
    })
    return () => element.removeEventListener('playing', begin)
  }, [media])
  const setMuted = useCallback((muted: boolean) => {
    if (video.current) video.current.muted = muted
    setShown(muted)
    if (!muted) setBlocked(false)
  }, [])
  return { video, isMuted, isBlocked, hasBegun, setMuted }
}
