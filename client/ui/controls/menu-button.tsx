import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'

/** An open menu, and the button that it belongs to. */
export type OpenMenu = {
  label: string
  side: 'top' | 'bottom' | 'right' | 'left'
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

export type MenuButtonProps = {
  label: string
  className?: string
  side?: OpenMenu['side']
  /** Called when a finger, a pointer or the focus comes near. */
  preload: () => void
  /** May suspend. */
  content: (menu: OpenMenu) => ReactNode
  children: ReactNode
}

/** A button that opens a menu. */
export function MenuButton({ label, className, side = 'bottom', preload, content, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  return (
    <span className="relative inline-flex">
      <button
        ref={anchor}
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
        <Suspense fallback={<Coming anchor={anchor} onLeave={close} />}>
          {content({ label, side, anchor, onClose: close })}
        </Suspense>
      )}
    </span>
  )
}

/** A menu that takes long to load, without a line for instance, opens under nobody's hands who has gone on. */
function Coming({ anchor, onLeave }: { anchor: OpenMenu['anchor']; onLeave: () => void }) {
  useEffect(() => {
    const look = (event: Event) => {
      const isElsewhere = event.target instanceof Node && !anchor.current?.contains(event.target)
      if (isElsewhere || (event instanceof KeyboardEvent && event.key === 'Escape')) onLeave()
    }
    const kinds = ['pointerdown', 'focusin', 'keydown'] as const
    for (const kind of kinds) document.addEventListener(kind, look)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look)
    }
  }, [anchor, onLeave])
  return null
}
