import { useSyncExternalStore } from 'react'

let said = { text: '', count: 0 }
const listeners = new Set<() => void>()

/** Says to a screen reader that something is done which the screen shows by its absence: 'Comment deleted'. */
export function announce(text: string): void {
  said = { text, count: said.count + 1 }
  for (const listener of listeners) listener()
}

/** The region of the page in which `announce` speaks; it stands before there is something to say. */
export function Announcer() {
  const { text, count } = useSyncExternalStore(subscribe, () => said)
  return (
    <div role="status" className="sr-only">
      {/* The same words once more are new words. */}
      <span key={count}>{text}</span>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
