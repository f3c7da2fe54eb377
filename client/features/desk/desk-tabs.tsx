import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { centerInRow } from '../../ui/overlay/center-in-row.ts'
import { Tabs } from '../../ui/overlay/tabs.tsx'

/** Tabs of the desk. On a phone the chosen one moves to where it can be seen. */
export function DeskTabs<Value extends string>(props: ComponentProps<typeof Tabs<Value>>) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = place.current?.querySelector('[role=tablist]') ?? null
    centerInRow(row, row?.querySelector('[aria-selected=true]'))
  }, [props.value])
  return (
    <div ref={place}>
      <Tabs {...props} />
    </div>
  )
}
