import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode }

type Props<Value extends string> = {
  label: string
  tabs: Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: Props<Value>) {
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} dir={direction}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto rounded-full bg-raised p-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-target flex-1 rounded-full px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors duration-150 data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-5 outline-none">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
