import type { Conversation } from '@vesper/sync/records/conversation.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useState } from 'react'
import { useSync } from '../../with-sync.tsx'
import { conversationMatcher } from './search-conversations.ts'

const STEP = 40

export type ConversationWindow = {
  /** Newest first; null while they are being read. */
  conversations: Conversation[] | null
  hasMore: boolean
  more: () => void
}

/** The newest conversations that match a search, as many as were asked for so far. */
export function useConversations(query: string): ConversationWindow {
  const { db } = useSync()
  const [limit, setLimit] = useState(STEP)
  const found = useLiveQuery(() => {
    const matches = conversationMatcher(query)
    const newestFirst = db.conversations.orderBy('updatedAt').reverse()
    return (matches ? newestFirst.filter(matches) : newestFirst).limit(limit + 1).toArray()
  }, [db, query, limit])
  return {
    conversations: found ? found.slice(0, limit) : null,
    hasMore: (found?.length ?? 0) > limit,
    more: useCallback(() => setLimit((now) => now + STEP), []),
  }
}

/** One conversation: undefined while it is being read, null when this device does not have it. */
export function useConversation(conversationId: string): Conversation | null | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => (await db.conversations.get(conversationId)) ?? null, [db, conversationId])
}
