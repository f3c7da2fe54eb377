import { MessageList } from '@vesper/sync/api/messages.ts'
import { spaceOfConversation } from '@vesper/sync/records/spaces.ts'
import type { Sync } from '../../with-sync.tsx'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { callApi, ConnectionError } from '../../api.ts'
import { emptySnapshot, ThreadPages } from './thread-pages.ts'
import type { ThreadSnapshot } from './thread-pages.ts'
import { unsentMessages } from './unsent-messages.ts'
import type { Unsent } from './unsent-messages.ts'

export type Thread = {
  snapshot: ThreadSnapshot
  unsent: ReadonlyMap<string, Unsent>
  /** Shows one page more of the past; `lastSeq` is the newest that the conversation is known to have. */
  older: (lastSeq: number) => void
  trim: () => void
}

const nothing: ReadonlyMap<string, Unsent> = new Map()
const never = () => () => {}

/**
 * The messages of a conversation as they are on this device, and what of them is still in the outbox; from the one at `at`
 * on, where that is older than those that a thread opens with.
 */
export function useThread(sync: Sync, conversationId: string, at?: number): Thread {
  const pages = usePages(sync, conversationId, at)
  const snapshot = useSyncExternalStore(pages?.subscribe ?? never, pages?.snapshot ?? (() => emptySnapshot))
  const unsent = useLiveQuery(async () => {
    const records = await sync.db.outbox.where('lane').equals(spaceOfConversation(conversationId)).toArray()
    return unsentMessages(records)
  }, [sync, conversationId])
  return useMemo(
    () => ({
      snapshot,
      unsent: unsent ?? nothing,
      older: (lastSeq: number) => void pages?.older(lastSeq),
      trim: () => pages?.trim(),
    }),
    [snapshot, unsent, pages],
  )
}

function usePages(sync: Sync, conversationId: string, at: number | undefined): ThreadPages | null {
  const [pages, setPages] = useState<ThreadPages | null>(null)
  useEffect(() => {
    const opened = new ThreadPages({
      table: sync.db.messages,
      conversationId,
      at,
      readUnseen: async () => (await sync.db.conversations.get(conversationId))?.totalNotSeenMessages ?? 0,
      fetchOlder: (before, limit) => fetchOlder(sync, conversationId, { before, limit }),
      isOffline: (error) => error instanceof ConnectionError,
    })
    setPages(opened)
    return () => opened.close()
  }, [sync, conversationId, at])
  return pages
}

async function fetchOlder(
  sync: Sync,
  conversationId: string,
  query: { before: number; limit: number },
): Promise<number> {
  const { data } = await callApi({
    path: `/messages/conversations/${conversationId}`,
    query,
    answer: MessageList,
  })
  await sync.storePage('messages', data)
  return data.length
}
