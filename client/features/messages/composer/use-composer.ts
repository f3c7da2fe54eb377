import { useMemo } from 'react'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useReplyBox } from '../reply/reply-box.ts'
import type { ReplyBox } from '../reply/reply-box.ts'
import { usePriceBox } from '../sale/message-price.ts'
import type { PriceBox } from '../sale/message-price.ts'
import { composerActions } from './composer-actions.ts'
import type { ComposerActions } from './composer-actions.ts'
import type { ComposerState } from './composer-model.ts'
import { useComposerState } from './use-composer-state.ts'
import { useDraft } from './use-draft.ts'

/** The message box of a conversation: what is in it, kept durably, and what can be done with it. */
export function useComposer(
  sync: Sync,
  conversationId: string,
): { state: ComposerState; actions: ComposerActions; price: PriceBox; reply: ReplyBox } {
  const { state, now, apply } = useComposerState()
  const draft = useDraft({ sync, conversationId, state, now, apply })
  const price = usePriceBox(sync, conversationId)
  const reply = useReplyBox(sync, conversationId)
  const actions = useMemo(
    () => composerActions({ sync, conversationId, now, apply, draft, price, reply }),
    [sync, conversationId, now, apply, draft, price, reply],
  )
  return { state, actions, price, reply }
}
