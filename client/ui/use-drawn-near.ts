import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** So many items above the first one in view are drawn, and so many from it on. */
const BEFORE = 10
const AFTER = 20
/** A list of so many items is drawn whole: it costs little, and the search of the browser finds all of it. */
const SHORT = 120
/** The first item in view counts in steps of so many: a list is not gone through with each of them. */
const GRAIN = 4
/** A page has returned to its place by then, or its user has stopped it on the way: neither needs to scroll. */
const AT_REST_MS = 300

type Begin = {
  /** So many items are drawn with the page. */
  count: number
  /** The item at which they begin. */
  at?: number
}

type Near = {
  drawn: ReadonlySet<string>
  /** The height that an item had when it was last drawn (CSS pixels). */
  heightOf: (key: string) => number | undefined
}

/**
 * The items of a long list that are drawn, by their keys: those in view with the page, and one after another those near it. An
 * item far away in a list of over 120 is taken out again, so that a list of any length costs as much as a short one; it stays while it has the focus
 * or plays. `list`: the element whose children are the items in their order, each with its key as `data-place`.
 */
export function useDrawnNear(list: RefObject<HTMLElement | null>, keys: readonly string[], begin: Begin): Near {
  const { count, at = 0 } = begin
  const first = Math.min(useFirstInView(list, keys, at), Math.max(0, keys.length - count))
  const heights = useRef(new Map<string, number>())
  const [drawn, setDrawn] = useState(() => new Set(keys.slice(at, at + count)))
  const inView = keys.slice(first, first + count).filter((key) => !drawn.has(key))
  if (inView.length > 0) setDrawn(new Set([...drawn, ...inView]))
  useEffect(() => {
    const below = keys.slice(first, first + AFTER)
    const above = keys.slice(Math.max(0, first - BEFORE), first).toReversed()
    const near = new Set([...below, ...above, ...(keys.length <= SHORT ? keys : [])])
    const next = [...near].find((key) => !drawn.has(key))
    const far = [...drawn].filter((key) => !near.has(key) && mayGo(itemOf(list.current, key)))
    if (next === undefined && far.length === 0) return
    const timer = setTimeout(() => {
      for (const key of far) heights.current.set(key, itemOf(list.current, key)?.offsetHeight ?? 0)
      startTransition(() => setDrawn((known) => changed(known, { next, far })))
    })
    return () => clearTimeout(timer)
  })
  return { drawn, heightOf: useCallback((key: string) => heights.current.get(key) || undefined, []) }
}

function changed(known: ReadonlySet<string>, { next, far }: { next: string | undefined; far: string[] }): Set<string> {
  const drawn = new Set(known)
  for (const key of far) drawn.delete(key)
  return next === undefined ? drawn : drawn.add(next)
}

function itemOf(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`:scope > [data-place="${CSS.escape(key)}"]`) ?? null
}

/** False while its user writes in it, or hears or sees it play. */
function mayGo(item: HTMLElement | null): boolean {
  if (!item) return true
  const players = [...item.querySelectorAll<HTMLMediaElement>('audio, video')]
  return !item.contains(document.activeElement) && players.every(({ paused }) => paused)
}

/** The place in the list of the first item that can be seen, in steps; `at` until the page is scrolled or at rest. */
function useFirstInView(list: RefObject<HTMLElement | null>, keys: readonly string[], at: number): number {
  const [first, setFirst] = useState(at)
  const order = keys.join()
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const found = list.current && firstInView(list.current)
      // The scroll goes on while the items are drawn.
      if (found != null) startTransition(() => setFirst(found - (found % GRAIN)))
    }
    const onScroll = () => (frame ||= requestAnimationFrame(look))
    const timer = setTimeout(look, AT_REST_MS)
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [list, order])
  return first
}

/** Halves the list until one is left: a look at each item would take longer than to draw one. Null for a list that is not laid out. */
function firstInView({ children, offsetHeight }: HTMLElement): number | null {
  if (offsetHeight === 0) return null
  let [low, high] = [0, children.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (bottomOf(children[middle]) > 0) high = middle
    else low = middle + 1
  }
  return low
}

function bottomOf(item: Element | undefined): number {
  return item?.getBoundingClientRect().bottom ?? 0
}
