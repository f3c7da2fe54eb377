/** Resolves in a task of its own: what the event at hand has changed can be on screen before. */
export function yieldToPaint(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
