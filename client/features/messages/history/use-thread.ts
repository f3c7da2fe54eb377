import { MessageList } from '@vesper/sync/vesper/api/messages.ts'
import { spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { keepShape, shapeOf } from '../../../core/media/upload-previews.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { unsentMessages } from '../composer/unsent-messages.ts'
import type { Unsent } from '../composer/unsent-messages.ts'
import { emptySnapshot, ThreadPages } from './thread-pages.ts'
import type { ThreadSnapshot } from './thread-pages.ts'

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
    const found = unsentMessages(records)
    await readShapes(sync, found).catch((error: unknown) => console.warn(error))
    return found
  }, [sync, conversationId])
  return useMemo(
    () => ({
      snapshot: unsent || snapshot.phase === 'failed' ? snapshot : emptySnapshot,
      unsent: unsent ?? nothing,
      older: (lastSeq: number) => void pages?.older(lastSeq),
      trim: () => pages?.trim(),
    }),
    [snapshot, unsent, pages],
  )
}

/** Before its message is drawn: a photo whose shape comes late moves what stands above it. */
async function readShapes(sync: Sync, unsent: ReadonlyMap<string, Unsent>): Promise<void> {
  const unknown = [...unsent.values()].flatMap(({ args }) => args.fileIds).filter((fileId) => !shapeOf(fileId))
  if (unknown.length === 0) return
  const uploads = await sync.db.uploads.bulkGet(unknown)
  for (const upload of uploads) if (upload) keepShape(upload.fileId, upload)
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
