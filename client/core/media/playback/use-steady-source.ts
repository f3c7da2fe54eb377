import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { play } from './use-playback.ts'
import type { Playback } from './use-playback.ts'

/**
 * The address that a media element plays. A link that is signed anew interrupts nothing: the old one stays. Another file,
 * or another attempt, goes on at the same place; the element itself would begin anew.
 */
export function useSteadySource(element: RefObject<HTMLMediaElement | null>, url: string, state: Playback) {
  const [attempt, setAttempt] = useState({ count: 0, url })
  const src = pathOf(attempt.url) === pathOf(url) ? attempt.url : url
  const now = { src, count: attempt.count, state }
  const last = useRef(now)
  useLayoutEffect(() => {
    const before = last.current
    last.current = now
    const media = element.current
    const isTriedAgain = before.count !== now.count
    if (!media || (!isTriedAgain && before.src === now.src)) return
    if (before.src === now.src) media.load()
    media.currentTime = before.state.position
    if (isTriedAgain || before.state.isPlaying) play(media)
  })
  return { src, tryAgain: () => setAttempt(({ count }) => ({ count: count + 1, url })) }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}
