import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { POST_PRICE_MIN } from '@vesper/sync/vesper/records/post.ts'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'

export type AskedPrice = {
  field: RefObject<HTMLInputElement | null>
  /** The author wanted to go on without a price, and there is still none. */
  isAsked: boolean
  /** Sends the author to the field of a price that is missing. Answers whether it is missing. */
  ask: () => boolean
}

/** Asks for the price of a paid post when its author wants to go on, and not before. */
export function useAskedPrice({ access, price }: Pick<PostDraft, 'access' | 'price'>): AskedPrice {
  const field = useRef<HTMLInputElement>(null)
  const [isAsked, setAsked] = useState(false)
  const isMissing = access === 'paid' && price < POST_PRICE_MIN
  const ask = () => {
    setAsked(isMissing)
    if (isMissing) field.current?.focus()
    return isMissing
  }
  return { field, isAsked: isAsked && isMissing, ask }
}
