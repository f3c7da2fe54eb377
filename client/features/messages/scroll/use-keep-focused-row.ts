import { defaultRangeExtractor } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import type { FocusEvent } from 'react'
import type { ThreadRow } from '../history/thread-rows.ts'

/** Keeps the row that has the focus in the document while it is scrolled away, so that the focus is not lost. */
export function useKeepFocusedRow(rows: ThreadRow[]) {
  const [focused, setFocused] = useState<string | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      const index = focused === null ? -1 : rows.findIndex((row) => row.key === focused)
      if (index === -1 || shown.includes(index)) return shown
      return [...shown, index].sort((a, b) => a - b)
    },
    [focused, rows],
  )
  const onFocus = useCallback(
    (event: FocusEvent) => {
      const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index']
      setFocused(index === undefined ? null : (rows[Number(index)]?.key ?? null))
    },
    [rows],
  )
  const onBlur = useCallback(() => setFocused(null), [])
  return { rangeExtractor, onFocus, onBlur }
}
