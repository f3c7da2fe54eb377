import { replaceEqualDeep } from '@tanstack/react-router'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { useCallback, useRef } from 'react'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { conversationMatcher } from './conversation-matcher.ts'

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
  const [limit, grow] = useShownCount('conversations', STEP)
  const kept = useRef<Conversation[]>([])
  const found = useLiveQuery(async () => {
    const matches = conversationMatcher(query)
    const newestFirst = db.conversations.orderBy('updatedAt').reverse()
    const rows = await (matches ? newestFirst.filter(matches) : newestFirst).limit(limit + 1).toArray()
    return (kept.current = keptRows(kept.current, rows))
  }, [db, query, limit])
  return {
    conversations: found ? found.slice(0, limit) : null,
    hasMore: (found?.length ?? 0) > limit,
    more: useCallback(() => grow(STEP), [grow]),
  }
}

/** One conversation: undefined while it is being read, null when this device does not have it. */
export function useConversation(conversationId: string): Conversation | null | undefined {
  const { db } = useSync()
  const kept = useRef<Conversation | null>(null)
  return useLiveQuery(async () => {
    const row = (await db.conversations.get(conversationId)) ?? null
    return (kept.current = replaceEqualDeep(kept.current, row))
  }, [db, conversationId])
}

/** `rows`, with whatever shows the same as before being the same object as before: what did not change is not drawn again. */
function keptRows(before: readonly Conversation[], rows: readonly Conversation[]): Conversation[] {
  const known = new Map(before.map((row) => [row._id, row]))
  return rows.map((row) => replaceEqualDeep(known.get(row._id), row))
}
