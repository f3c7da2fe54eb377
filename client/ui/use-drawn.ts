import { startTransition, useEffect, useState } from 'react'

/** So many items are drawn in one go. */
const STEP = 4

type Begin = {
  /** So many items are drawn with the page. */
  count: number
  /** The item at which they begin. */
  at?: number
}

/**
 * The items of a list that are drawn, by their keys: those in view with the page, the others a few at a time after it, so that
 * a long list holds nothing up. An item that is drawn stays so. Those at the top of the list are always drawn at once.
 */
export function useDrawn(keys: readonly string[], { count, at = 0 }: Begin): ReadonlySet<string> {
  const [drawn, setDrawn] = useState(() => new Set(keys.slice(at, at + count)))
  const top = at === 0 ? keys.slice(0, count).filter((key) => !drawn.has(key)) : []
  if (top.length > 0) setDrawn(new Set([...drawn, ...top]))
  const next = keys.filter((key) => !drawn.has(key)).slice(0, STEP)
  const isWhole = next.length === 0
  useEffect(() => {
    if (isWhole) return
    const timer = setTimeout(() => startTransition(() => setDrawn((known) => new Set([...known, ...next]))))
    return () => clearTimeout(timer)
  })
  return drawn
}
