import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useDrawn } from '../use-drawn.ts'

type Props<Item> = {
  items: readonly Item[]
  /** Names the list for screen readers. */
  label: string
  children: (item: Item) => ReactNode
}

/** The part of a row that one press of an arrow moves: a card at the edge stays in sight. */
const STEP = 0.8

/** No card is narrower (CSS pixels). */
const CARD_WIDTH = 168

/** Cards side by side, which scroll sideways where the screen is too narrow. A mouse has arrows for that. */
export function CardRow<Item extends { _id: string }>({ items, label, children }: Props<Item>) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const { hasBefore, hasAfter } = useHiddenCards(list, items.length)
  const [count] = useState(() => Math.ceil(innerWidth / CARD_WIDTH))
  const drawn = useDrawn(
    items.map(({ _id }) => _id),
    { count },
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      {/* Text for screen readers alone has its place within, or the page is as wide as all cards together. */}
      <ul
        ref={list}
        role="list"
        aria-label={label}
        className="relative -mx-1 grid snap-x scroll-px-1 auto-cols-[minmax(10.5rem,13rem)] grid-flow-col gap-3 overflow-x-auto px-1 py-1 motion-safe:scroll-smooth"
      >
        {items.map((item) => (
          <li key={item._id} className="flex snap-start">
            {drawn.has(item._id) && children(item)}
          </li>
        ))}
      </ul>
      {(hasBefore || hasAfter) && (
        // Below, since cards have words in every part. Each arrow keeps its place while the other is gone.
        <div className="hidden h-target grid-cols-[var(--target)_var(--target)] justify-end gap-2 pointer-fine:grid">
          {hasBefore && (
            <Arrow
              label={`${t({ message: 'Back', context: 'a row of cards' })}: ${label}`}
              place="col-start-1"
              onPress={() => move(list.current, -1)}
            >
              <ChevronLeft aria-hidden="true" className="mirrored size-5.5" />
            </Arrow>
          )}
          {hasAfter && (
            <Arrow
              label={`${t({ message: 'Next', context: 'a row of cards' })}: ${label}`}
              place="col-start-2"
              onPress={() => move(list.current, 1)}
            >
              <ChevronRight aria-hidden="true" className="mirrored size-5.5" />
            </Arrow>
          )}
        </div>
      )}
    </div>
  )
}

type ArrowProps = { label: string; place: string; onPress: () => void; children: ReactNode }

/** For a mouse alone: fingers swipe, and the keyboard reaches the cards themselves. */
function Arrow({ label, place, onPress, children }: ArrowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onPress}
      className={`grid size-target place-items-center rounded-full border border-line bg-surface text-ink hover:bg-raised ${place}`}
    >
      {children}
    </button>
  )
}

/** Moves the row in the direction of reading: to the left where it is right to left. */
function move(list: HTMLElement | null, direction: 1 | -1): void {
  if (!list) return
  const sign = getComputedStyle(list).direction === 'rtl' ? -1 : 1
  list.scrollBy({ left: sign * direction * STEP * list.clientWidth })
}

/** Tells if cards are out of sight before and after those that are shown. */
function useHiddenCards(list: RefObject<HTMLElement | null>, count: number) {
  const [hidden, setHidden] = useState({ hasBefore: false, hasAfter: false })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      // Negative where the row is right to left; browsers round by a pixel.
      const before = Math.abs(element.scrollLeft)
      const after = element.scrollWidth - element.clientWidth - before
      setHidden({ hasBefore: before > 1, hasAfter: after > 1 })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list, count])
  return hidden
}
