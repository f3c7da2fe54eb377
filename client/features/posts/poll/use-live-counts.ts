import { useEffect, useState } from 'react'
import { onSocket, onSocketReady, sayNow } from '../../../core/live/socket.ts'
import type { LiveCounts } from './poll-state.ts'

/** Counts of a poll as they change, while the page shows them; null until the server tells any. */
export function useLiveCounts(postId: string, isShown: boolean): LiveCounts | null {
  const [counts, setCounts] = useState<({ postId: string } & LiveCounts) | null>(null)
  useEffect(() => {
    if (!isShown) return
    const page = { type: 'poll', id: postId } as const
    const stops = [
      onSocket('poll:counts', (told) => {
        if (told.postId === postId) setCounts(told)
      }),
      // Rooms end with their connection.
      onSocketReady(() => sayNow('page:join', page)),
    ]
    return () => {
      for (const stop of stops) stop()
      sayNow('page:leave', page)
    }
  }, [postId, isShown])
  return counts?.postId === postId ? counts : null
}
