import { useStoreMap } from 'effector-react'
import { useCallback, useEffect } from 'react'
import { enterRoom, sayTyping } from './live-events.ts'
import { $presence, $typing } from './model.ts'
import type { Presence } from './model.ts'

export type Live = {
  presence: Presence | null
  /** The other is writing. */
  isTyping: boolean
  /** The viewer writes, or has stopped. */
  onTyping: (typing: boolean) => void
}

/** Presence and typing in an open conversation. */
export function useConversationPresence(conversationId: string, recipientId: string | null): Live {
  const presence = useStoreMap({
    store: $presence,
    keys: [recipientId],
    fn: (all, [id]) => (id ? (all[id] ?? null) : null),
  })
  const isTyping = useStoreMap({ store: $typing, keys: [conversationId], fn: (all, [id]) => all.has(id) })
  useEffect(() => enterRoom(conversationId) ?? undefined, [conversationId])
  useEffect(() => () => sayTyping(conversationId, false), [conversationId])
  return {
    presence,
    isTyping,
    onTyping: useCallback((typing: boolean) => sayTyping(conversationId, typing), [conversationId]),
  }
}
