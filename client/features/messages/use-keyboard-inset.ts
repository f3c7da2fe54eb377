import { useEffect, useState } from 'react'

/** Less than this is a browser's bar, not a keyboard. */
const KEYBOARD_MIN = 120

/**
 * How much of the page a keyboard covers at its foot (CSS pixels), while somebody writes. Only Safari needs it: elsewhere
 * the keyboard makes the page itself smaller, as `index.html` asks for.
 */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => {
      const covered = Math.round(window.innerHeight - viewport.height)
      const isKeyboard = isWriting() && covered > KEYBOARD_MIN && viewport.scale === 1
      setInset(isKeyboard ? covered : 0)
      // Safari pushes the page up to show the box; it is shown already.
      if (isKeyboard && viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [])
  return inset
}

function isWriting(): boolean {
  return document.activeElement instanceof HTMLTextAreaElement || document.activeElement instanceof HTMLInputElement
}
