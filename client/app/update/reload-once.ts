import { hasUnsavedWork } from '../../core/page/unsaved-work.ts'

/** Tells whoever holds unsaved text to write it down, now and synchronously: the page is about to go. */
export const FLUSH_DRAFTS = 'vesper:flush-drafts'

const LOOK_MS = 250

let reloading = false

/** Loads the page anew, a single time however many reasons there are, and not before what is in hand here is kept. */
export function reloadOnce(reload: () => void = () => location.reload()): void {
  if (reloading) return
  if (hasUnsavedWork()) return void whenFree().then(() => reloadOnce(reload))
  reloading = true
  dispatchEvent(new Event(FLUSH_DRAFTS))
  reload()
}

/** Resolves once nothing is in hand here that would be gone with the page. */
export async function whenFree(): Promise<void> {
  while (hasUnsavedWork()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** True while the user is in the middle of something: typing, answering a question, or waiting for a chosen file. */
export function isInUse(): boolean {
  if (hasUnsavedWork() || document.querySelector('dialog[open]')) return true
  const active = document.activeElement
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return active.value !== ''
  return active instanceof HTMLElement && active.isContentEditable
}
