import { flushSync } from 'react-dom'
import { caretAfter } from '../../../ui/text/caret-after.ts'

/** Runs `change`, which puts another text into the box that shows `text`, at once; a caret stays beside what it was beside. */
export function preserveCaret(text: string, change: () => void): void {
  const box = document.activeElement
  if (!(box instanceof HTMLTextAreaElement) || box.value !== text) return flushSync(change)
  const [start, end] = [box.selectionStart, box.selectionEnd]
  flushSync(change)
  // The browser lays the page out for it, and an empty box has one place for a caret.
  if (box.value) box.setSelectionRange(caretAfter(text, box.value, start), caretAfter(text, box.value, end))
}
