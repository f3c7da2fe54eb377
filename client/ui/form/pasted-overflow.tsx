import { Plural } from '@lingui/react/macro'
import { useState } from 'react'
import type { ClipboardEvent, FormEvent } from 'react'

type Box = HTMLTextAreaElement | HTMLInputElement

type Overflow = {
  /** The characters of the last paste that the box has not taken. */
  count: number
  onPaste: (event: ClipboardEvent<Box>) => void
  /** Any other edit ends the notice. */
  onInput: (event: FormEvent<Box>) => void
  /** Ends the notice when the text has left the box. */
  clear: () => void
}

/** Counts the characters of a paste that a box with `maxLength` leaves out: the browser drops them without a word. */
export function usePastedOverflow(): Overflow {
  const [count, setCount] = useState(0)
  return {
    count,
    onPaste: (event) => setCount(overflowOf(event)),
    onInput: ({ nativeEvent }) => {
      if (!('inputType' in nativeEvent) || nativeEvent.inputType !== 'insertFromPaste') setCount(0)
    },
    clear: () => setCount(0),
  }
}

export function PastedOverflow({ count }: { count: number }) {
  return (
    <div role="alert">
      {count > 0 && (
        <p className="px-3 pb-2 text-sm text-danger-ink">
          <Plural
            value={count}
            one="The last character of the pasted text did not fit. It is still in your clipboard."
            other="The last # characters of the pasted text did not fit. They are still in your clipboard."
          />
        </p>
      )}
    </div>
  )
}

function overflowOf({ currentTarget: box, clipboardData }: ClipboardEvent<Box>): number {
  const text = clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
  const replaced = (box.selectionEnd ?? 0) - (box.selectionStart ?? 0)
  const room = Math.max(0, box.maxLength - box.value.length + replaced)
  return box.maxLength < 0 ? 0 : Math.max(0, text.length - room)
}
