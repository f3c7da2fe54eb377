import { useCallback, useEffect, useRef, useState } from 'react'

export type FullScreen = { isFull: boolean; toggle: () => void }

/**
 * Lets `frame` fill the screen, while it has a picture (`isPossible`). The frame lies over the page as a fixed layer, and the browser is asked to take its own bars
 * away: the page as a whole goes to full screen, so that menus, dialogs and toasts stay visible. Where a browser cannot do
 * that (iPhone), the layer alone remains. Escape leaves. The page beneath takes no focus meanwhile.
 */
export function useFullScreen(isPossible = true) {
  const frame = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  const isAsked = useRef(false)
  const leave = useCallback(() => {
    setFull(false)
    if (isAsked.current && document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    isAsked.current = false
  }, [])
  const enter = useCallback(() => {
    setFull(true)
    const page = document.documentElement
    // Missing on iPhones; refused inside a frame that may not.
    void page.requestFullscreen?.()?.then(
      () => (isAsked.current = true),
      () => {},
    )
  }, [])
  useEffect(() => {
    if (!isFull) return
    const release = makeRestInert(frame.current)
    const onChange = () => isAsked.current && !document.fullscreenElement && leave()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isInOverlay(event.target)) return
      leave()
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      release()
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
    }
  }, [isFull, leave])
  // A page that is left gives the bars of the browser back.
  useEffect(() => leave, [leave])
  // The button goes with the picture.
  useEffect(() => {
    if (!isPossible) leave()
  }, [isPossible, leave])
  return { frame, isFull, toggle: isFull ? leave : enter }
}

/** Escape closes these first. */
function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role=menu]') !== null
}

/** Dialogs that open later are beyond it: a modal dialog is never inert by what it stands in. */
function makeRestInert(frame: HTMLElement | null): () => void {
  const made: Element[] = []
  for (let node: Element | null = frame; node && node !== document.body; node = node.parentElement) {
    for (const sibling of node.parentElement?.children ?? []) {
      if (sibling === node || sibling.hasAttribute('inert') || sibling.matches('[aria-live], script, style')) continue
      sibling.toggleAttribute('inert', true)
      made.push(sibling)
    }
  }
  return () => made.forEach((element) => element.removeAttribute('inert'))
}
