import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { play } from './use-playback.ts'
import type { Playback } from './use-playback.ts'

/** A link to bytes elsewhere lives for some minutes. So long after a try by itself a failure waits for the user. */
const QUIET_MS = 60_000

/**
 * The address that a media element plays. A link that is signed anew interrupts nothing: the old one stays. Another file,
 * or another attempt, goes on at the same place; the element itself would begin anew. A failure while it plays is tried again once.
 */
export function useSteadySource(element: RefObject<HTMLMediaElement | null>, url: string, state: Playback) {
  const [attempt, setAttempt] = useState({ count: 0, url })
  const src = pathOf(attempt.url) === pathOf(url) ? attempt.url : url
  const now = { src, count: attempt.count, state }
  const last = useRef(now)
  const triedAt = useRef(-QUIET_MS)
  const tryAgain = () => setAttempt(({ count }) => ({ count: count + 1, url }))
  useLayoutEffect(() => {
    const before = last.current
    last.current = now
    const media = element.current
    const isTriedAgain = before.count !== now.count
    const isBrokenOff = state.isFailed && before.state.isPlaying
    if (isBrokenOff && performance.now() - triedAt.current >= QUIET_MS) {
      triedAt.current = performance.now()
      tryAgain()
    }
    if (!media || (!isTriedAgain && before.src === now.src)) return
    if (before.src === now.src) media.load()
    media.currentTime = before.state.position
    if (isTriedAgain || before.state.isPlaying) play(media)
  })
  return { src, tryAgain }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}
