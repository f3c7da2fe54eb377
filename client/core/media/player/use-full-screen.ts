import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export type FullScreen = { isFull: boolean; toggle: () => void }

/** Shows the whole player over everything. An iPhone knows this of the video itself alone, with controls of its own. */
export function useFullScreen(
  region: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): FullScreen {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === region.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [region])
  const toggle = () => {
    const element = region.current
    if (document.fullscreenElement) return void document.exitFullscreen()
    if (element && document.fullscreenEnabled) return void element.requestFullscreen().catch(() => {})
    const iphone: (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null = video.current
    iphone?.webkitEnterFullscreen?.()
  }
  return { isFull, toggle }
}
