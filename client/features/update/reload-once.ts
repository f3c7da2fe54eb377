/** Tells whoever holds unsaved text to write it down, now and synchronously: the page is about to go. */
export const FLUSH_DRAFTS = 'vesper:flush-drafts'

let reloading = false

/** Loads the page anew, a single time however many reasons there are. */
export function reloadOnce(reload: () => void = () => location.reload()): void {
  if (reloading) return
  reloading = true
  dispatchEvent(new Event(FLUSH_DRAFTS))
  reload()
}

/** Whether somebody is in the middle of typing or answering a question here. */
export function isBusyTyping(): boolean {
  if (document.querySelector('dialog[open]')) return true
  const active = document.activeElement
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return active.value !== ''
  return active instanceof HTMLElement && active.isContentEditable
}
