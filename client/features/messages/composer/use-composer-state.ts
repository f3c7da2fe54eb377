import { useCallback, useRef, useState } from 'react'
import { composer, emptyComposer } from './composer-model.ts'
import type { ComposerEvent, ComposerState } from './composer-model.ts'
import { preserveCaret } from './preserve-caret.ts'

type ComposerStore = {
  state: ComposerState
  /** The state as it is now, ahead of what is on screen. */
  now: () => ComposerState
  apply: (event: ComposerEvent) => void
}

/** The state of a message box, and the one way to change it. */
export function useComposerState(): ComposerStore {
  const latest = useRef(emptyComposer)
  const [state, setState] = useState(emptyComposer)
  const apply = useCallback((event: ComposerEvent) => {
    const before = latest.current
    latest.current = composer(before, event)
    const show = () => setState(latest.current)
    // A key that comes before the box shows the new text would bring the old one back.
    if (event.type !== 'typed' && latest.current.text !== before.text) preserveCaret(before.text, show)
    else show()
  }, [])
  const now = useCallback(() => latest.current, [])
  return { state, now, apply }
}
