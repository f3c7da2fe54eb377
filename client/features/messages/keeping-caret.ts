import { flushSync } from 'react-dom'

/** Runs `change`, which puts another text into the box that shows `text`; a caret that is in it stays where it is. */
export function keepingCaret(text: string, change: () => void): void {
  const box = document.activeElement
  if (!(box instanceof HTMLTextAreaElement) || box.value !== text) return change()
  const { selectionStart, selectionEnd } = box
  flushSync(change)
  // A text that took the place of the old one is written on at its end.
  if (box.value.startsWith(text)) box.setSelectionRange(selectionStart, selectionEnd)
}
