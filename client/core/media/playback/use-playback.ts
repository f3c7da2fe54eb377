import { useCallback, useEffect, useMemo, useState } from 'react'
import type { RefObject, SyntheticEvent } from 'react'
import { takePlayerTurn } from '../take-player-turn.ts'

export type Playback = {
  isPlaying: boolean
  /** It is to play and waits for data. */
  isWaiting: boolean
  isFailed: boolean
  isMuted: boolean
  rate: number
  /** Seconds. */
  position: number
  duration: number
}

type Media = RefObject<HTMLMediaElement | null>

/**
 * The state of a media element, and handlers that the element needs. `knownMs` is the length that stands until the
 * element knows its own (milliseconds). The element takes its turn from others, and pauses out of view.
 */
export function usePlayback(element: Media, knownMs: number | null) {
  const known = (knownMs ?? 0) / 1000
  const [state, setState] = useState<Playback>({
    ...{ isPlaying: false, isWaiting: false, isFailed: false, isMuted: false },
    ...{ rate: 1, position: 0, duration: known },
  })
  usePauseOutOfView(element)
  const handlers = useMemo(() => {
    const look = ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) =>
      setState((now) => ({
        ...now,
        isPlaying: !media.paused && !media.ended,
        isWaiting: !media.paused && !media.ended && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
        isMuted: media.muted,
        rate: media.playbackRate,
        position: media.currentTime,
        duration: Number.isFinite(media.duration) && media.duration > 0 ? media.duration : now.duration,
      }))
    return {
      onPlay: (event: SyntheticEvent<HTMLMediaElement>) => {
        takePlayerTurn(event.currentTarget)
        look(event)
      },
      ...{ onPause: look, onPlaying: look, onWaiting: look, onEnded: look, onCanPlay: look },
      ...{ onTimeUpdate: look, onSeeking: look, onSeeked: look, onDurationChange: look },
      ...{ onVolumeChange: look, onRateChange: look },
      onLoadStart: () => setState((now) => ({ ...now, isFailed: false })),
      onError: () => setState((now) => ({ ...now, isPlaying: false, isWaiting: false, isFailed: true })),
    }
  }, [])
  const toggle = useCallback(() => {
    const media = element.current
    if (!media) return
    if (media.paused) play(media)
    else media.pause()
  }, [element])
  const seek = useCallback(
    (to: number) => {
      const media = element.current
      if (!media) return
      media.currentTime = Math.max(0, to)
      // An element that has not begun to load tells of no seek.
      setState((now) => ({ ...now, position: media.currentTime }))
    },
    [element],
  )
  return { state: { ...state, duration: Math.max(state.duration, known) }, handlers, toggle, seek }
}

/** A browser may refuse to play, or be interrupted: its events tell of both. */
export function play(media: HTMLMediaElement): void {
  media.play().catch(() => {})
}

function usePauseOutOfView(element: Media): void {
  useEffect(() => {
    const media = element.current
    if (!media || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting ?? true
      if (!isSeen && document.pictureInPictureElement !== media) media.pause()
    })
    observer.observe(media)
    return () => observer.disconnect()
  }, [element])
}
