import { Quote } from '@vesper/sync/vesper/records/message.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import type { Sync } from '../../../core/sync/sync-provider.tsx'

/** The message that the next one of a conversation answers. */
export type ReplyBox = {
  /** Null for none; undefined while it is being read. */
  quote: Quote | null | undefined
  /** As it is now, ahead of the screen. */
  now: () => Quote | null | undefined
  set: (quote: Quote | null) => void
  /** For the screen alone: what is kept stays so until the message is. */
  show: (quote: Quote | null) => void
}

/** Kept on the device as the text is: an answer stays one after a reload. Until it is read, nothing can be sent. */
export function useReplyBox(sync: Sync, conversationId: string): ReplyBox {
  const [quote, setQuote] = useState<Quote | null | undefined>(undefined)
  const latest = useRef(quote)
  const show = useCallback((next: Quote | null) => {
    latest.current = next
    setQuote(next)
  }, [])
  useEffect(() => {
    const read = async () => {
      const kept = await sync.db.drafts.get(replyKey(conversationId))
      if (latest.current === undefined) show(parsed(kept?.text))
    }
    read().catch((error: unknown) => {
      console.error('An answer could not be read', error)
      if (latest.current === undefined) show(null)
    })
  }, [sync, conversationId, show])
  const set = useCallback(
    (next: Quote | null) => {
      show(next)
      keepReply(sync, conversationId, next).catch((error: unknown) => console.warn('An answer was not kept', error))
    },
    [sync, conversationId, show],
  )
  const now = useCallback(() => latest.current, [])
  return useMemo(() => ({ quote, now, set, show }), [quote, now, set, show])
}

/** Keeps what the next message answers, or that it answers nothing. */
export function keepReply(sync: Sync, conversationId: string, quote: Quote | null): Promise<void> {
  const key = replyKey(conversationId)
  if (quote === null) return sync.removeDraft(key)
  return sync.putDraft({ key, text: JSON.stringify(quote), fileIds: [], updatedAt: new Date().toISOString() })
}

function replyKey(conversationId: string): string {
  return `reply:${conversationId}`
}

function parsed(text: string | undefined): Quote | null {
  if (text === undefined) return null
  const quote = v.safeParse(v.pipe(v.string(), v.parseJson(), Quote), text)
  return quote.success ? quote.output : null
}
