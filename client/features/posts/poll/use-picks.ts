import { useState } from 'react'

/** Options that are picked and not sent yet, by viewer and post. */
const kept = new Map<string, readonly number[]>()

/** The picks of a viewer for a post, while the app is open: a long list takes the post out and draws it anew. */
export function usePicks(keptAs: string): [readonly number[], (picks: readonly number[]) => void] {
  const [picks, setPicks] = useState(() => kept.get(keptAs) ?? [])
  const pick = (next: readonly number[]) => {
    kept.set(keptAs, next)
    setPicks(next)
  }
  return [picks, pick]
}
