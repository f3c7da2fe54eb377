import { useNavigate } from '@tanstack/react-router'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Message, Quote } from '@vesper/sync/vesper/records/message.ts'
import { useCallback, useRef, useState } from 'react'

/** A message that somebody was led to: another object each time. */
export type Found = { id: string }

/** Leads to messages that are quoted: within the thread, or to the thread opened at one that is further up. */
export function useQuoted(
  messages: readonly Message[],
  conversationId: string,
): { found: Found | null; onQuote: (quote: Quote) => void } {
  const [found, setFound] = useState<Found | null>(null)
  const navigate = useNavigate()
  const latest = useRef(messages)
  latest.current = messages
  const onQuote = useCallback(
    (quote: Quote) => {
      if (latest.current.some(({ _id }) => _id === quote._id)) return setFound({ id: quote._id })
      if (!isConfirmed(quote)) return
      void navigate({ to: '/messages/$conversationId', params: { conversationId }, search: { at: quote.seq } })
    },
    [navigate, conversationId],
  )
  return { found, onQuote }
}
