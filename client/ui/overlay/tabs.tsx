import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode }

type Props<Value extends string> = {
  label: string
  tabs: Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Tabs as the ARIA practices have them: the arrows move the focus and the choice, and one press of Tab leaves them. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: Props<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = targetOf(
      event,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const tab = at === null ? undefined : tabs[at]
    if (!tab || at === null) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
    onChange(tab.value)
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto rounded-full bg-raised p-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="min-h-target flex-1 rounded-full px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors duration-150 aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-card"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        className="mt-5 outline-none"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  )
}

/** The tab that a key leads to, null for other keys. */
/** With another key held, an arrow is the browser's own: Alt and Left go back. */
function targetOf(event: KeyboardEvent, at: number, count: number): number | null {
  const { key } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (at + 1) % count
  if (key === back) return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
