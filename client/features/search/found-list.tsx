import type { ReactNode } from 'react'

type Props<Item> = {
  label: string
  items: readonly Item[]
  className?: string
  children: (item: Item) => ReactNode
}

/** Things that were found, under one another or in columns. */
export function FoundList<Item extends { _id: string }>({ label, items, className, children }: Props<Item>) {
  return (
    <ul role="list" aria-label={label} className={className ?? 'grid grid-cols-1 gap-4'}>
      {items.map((item) => (
        <li key={item._id} data-place={item._id} className="flex *:min-w-0 *:flex-1">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
