import { useCallback, useMemo, useRef, useState } from 'react'
import type { Sync } from '../../with-sync.tsx'
import { composerActions } from './composer-actions.ts'
import type { ComposerActions } from './composer-actions.ts'
import { composer, emptyComposer } from './composer-model.ts'
import type { Attachment, ComposerEvent, ComposerState } from './composer-model.ts'
import { useDraft } from './use-draft.ts'

/** The message box of a conversation: what is in it, kept durably, and what can be done with it. */
export function useComposer(sync: Sync, conversationId: string): { state: ComposerState; actions: ComposerActions } {
  const latest = useRef(emptyComposer)
  const [state, setState] = useState(emptyComposer)
  const apply = useCallback((event: ComposerEvent) => {
    latest.current = composer(latest.current, event)
    setState(latest.current)
  }, [])
  const actions = useMemo(
    () => composerActions({ sync, conversationId, now: () => latest.current, apply }),
    [sync, conversationId, apply],
  )
  const onRestored = useCallback(
    (draft: { text: string; attachments: Attachment[] }) => apply({ type: 'restored', ...draft }),
    [apply],
  )
  useDraft({ sync, conversationId, state, onRestored })
  return { state, actions }
}
