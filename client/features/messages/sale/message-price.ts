import { MESSAGE_PRICE_MAX } from '@vesper/sync/vesper/records/message.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { parseWhole } from '../../../core/forms/parse-whole.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'

/** A price as it was typed: none, one that a message can have, or something else. */
export type TypedPrice = { kind: 'none' } | { kind: 'price'; tokens: number } | { kind: 'invalid' }

/** The box for the price of the next message in a conversation. */
export type PriceBox = {
  /** Null while no price is wanted; undefined while it is being read. */
  typed: string | null | undefined
  /** As it is now, ahead of the screen. */
  now: () => TypedPrice
  /** Null takes the price away. */
  set: (typed: string | null) => void
}

/** The price that somebody typed, in digits of any keypad. */
export function parsePrice(typed: string | null | undefined): TypedPrice {
  if (typed === undefined) return { kind: 'invalid' }
  if (typed === null) return { kind: 'none' }
  const tokens = parseWhole(typed, { least: 1, most: MESSAGE_PRICE_MAX })
  return tokens === null ? { kind: 'invalid' } : { kind: 'price', tokens }
}

function priceKey(conversationId: string): string {
  return `price:${conversationId}`
}

/**
 * The price of the next message, kept on the device as its text is: a message that was meant to be sold is not sent for
 * nothing after a reload. Until it is read, nothing can be sent.
 */
export function usePriceBox(sync: Sync, conversationId: string): PriceBox {
  const key = priceKey(conversationId)
  const [typed, setTyped] = useState<string | null | undefined>(undefined)
  const latest = useRef(typed)
  const show = useCallback((next: string | null) => {
    latest.current = next
    setTyped(next)
  }, [])
  useEffect(() => {
    const read = async () => {
      const kept = await sync.db.drafts.get(key)
      if (latest.current === undefined) show(kept?.text ?? null)
    }
    read().catch((error: unknown) => console.error('A price could not be read', error))
  }, [sync, key, show])
  const set = useCallback(
    (next: string | null) => {
      show(next)
      keepPrice(sync, conversationId, next).catch((error: unknown) => console.warn('A price was not kept', error))
    },
    [sync, conversationId, show],
  )
  const now = useCallback(() => parsePrice(latest.current), [])
  return useMemo(() => ({ typed, now, set }), [typed, now, set])
}

/** Keeps the typed price of the next message, or none. */
export function keepPrice(sync: Sync, conversationId: string, typed: string | null): Promise<void> {
  const key = priceKey(conversationId)
  if (typed === null) return sync.removeDraft(key)
  return sync.putDraft({ key, text: typed, fileIds: [], updatedAt: new Date().toISOString() })
}
