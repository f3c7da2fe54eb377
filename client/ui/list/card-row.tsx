import type { ReactNode } from 'react'

type Props<Item> = {
  items: readonly Item[]
  /** Names the list for screen readers. */
  label: string
  children: (item: Item) => ReactNode
}

/** Cards side by side, which scroll sideways where the screen is too narrow. */
export function CardRow<Item extends { _id: string }>({ items, label, children }: Props<Item>) {
  return (
    // Text for screen readers alone has its place within, or the page is as wide as all cards together.
    <ul
      role="list"
      aria-label={label}
      className="relative -mx-1 grid snap-x scroll-px-1 auto-cols-[minmax(10.5rem,13rem)] grid-flow-col gap-3 overflow-x-auto px-1 py-1"
    >
      {items.map((item) => (
        <li key={item._id} className="flex snap-start">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
