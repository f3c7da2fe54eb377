import { Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../lazy-again.ts'

const MenuContent = lazyAgain(async () => (await import('./menu-content.tsx')).MenuContent)

export type MenuItem =
  | { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  /** A line between groups. */
  | 'separator'

type Props = {
  label: string
  items: MenuItem[]
  className?: string
  side?: 'top' | 'bottom' | 'right' | 'left'
  children: ReactNode
}

/** A button that opens a menu. What the menu is made of is loaded when a finger, a pointer or the focus comes near. */
export function Menu({ label, items, className, side = 'bottom', children }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const preload = () => void import('./menu-content.tsx')
  return (
    <span className="relative inline-flex">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title={label}
        className={className}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <Suspense fallback={null}>
          <MenuContent label={label} items={items} side={side} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
