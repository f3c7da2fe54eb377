import { useEffect, useMemo } from 'react'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import type { ComposerEvent, ComposerState } from './composer-model.ts'
import { DraftKeeper } from './draft-keeper.ts'

const PAUSE_MS = 250

type Options = {
  sync: Sync
  conversationId: string
  state: ComposerState
  now: () => ComposerState
  apply: (event: ComposerEvent) => void
}

export type KeptDraft = {
  /** Keeps what is in the box as the draft, be the thread left or not; never rejects. */
  keep: () => Promise<void>
  /** The text of the box has become a message. */
  sent: () => void
}

/**
 * Keeps what is in the box as the conversation's draft: a moment after the last key, and at once when it is empty or
 * the page is put away. Text of another tab comes into the box.
 */
export function useDraft({ sync, conversationId, state, now, apply }: Options): KeptDraft {
  const keeper = useMemo(
    () => new DraftKeeper({ sync, conversationId, now, apply }),
    [sync, conversationId, now, apply],
  )
  useEffect(() => keeper.start(), [keeper])

  const { phase, text, attachments, inFlight } = state
  useEffect(() => {
    if (phase === 'ready') keeper.settleIn(text === '' ? 0 : PAUSE_MS)
  }, [keeper, phase, text, attachments, inFlight])

  useEffect(() => listen(keeper), [keeper])
  return useMemo(() => ({ keep: () => keeper.settle(), sent: () => keeper.sent() }), [keeper])
}

function listen(keeper: DraftKeeper): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const whenSeen = () => {
    if (document.visibilityState === 'hidden') keeper.leave()
    // A page that was frozen has missed what other tabs wrote.
    void keeper.settle()
  }
  addEventListener('pagehide', () => keeper.leave(), { signal })
  document.addEventListener('visibilitychange', whenSeen, { signal })
  document.addEventListener('compositionstart', () => keeper.composing(true), { signal })
  document.addEventListener(
    'compositionend',
    () => {
      keeper.composing(false)
      keeper.settleIn(PAUSE_MS)
    },
    { signal },
  )
  return () => controller.abort()
}
