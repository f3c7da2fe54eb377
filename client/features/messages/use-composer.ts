import { useCallback, useMemo, useRef, useState } from 'react'
import type { Sync } from '../../with-sync.tsx'
import { composerActions } from './composer-actions.ts'
import type { ComposerActions } from './composer-actions.ts'
import { composer, emptyComposer } from './composer-model.ts'
import type { ComposerEvent, ComposerState } from './composer-model.ts'
import { keepingCaret } from './keeping-caret.ts'
import { useDraft } from './use-draft.ts'

/** The message box of a conversation: what is in it, kept durably, and what can be done with it. */
export function useComposer(sync: Sync, conversationId: string): { state: ComposerState; actions: ComposerActions } {
  const latest = useRef(emptyComposer)
  const [state, setState] = useState(emptyComposer)
  const apply = useCallback((event: ComposerEvent) => {
    const before = latest.current
    latest.current = composer(before, event)
    if (event.type === 'merged') keepingCaret(before.text, () => setState(latest.current))
    else setState(latest.current)
  }, [])
  const now = useCallback(() => latest.current, [])
  const keep = useDraft({ sync, conversationId, state, now, apply })
  const actions = useMemo(
    () => composerActions({ sync, conversationId, now, apply, keep }),
    [sync, conversationId, now, apply, keep],
  )
  return { state, actions }
}
