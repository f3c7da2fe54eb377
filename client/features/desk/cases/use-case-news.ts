import { useEffect } from 'react'
import { onSocket, onSocketReady, sayNow } from '../../../core/live/socket.ts'

/** Calls back when somebody has claimed a case or worked on it, while its page is open, and after each lost connection. */
export function useCaseNews(id: string, onNews: () => void): void {
  useEffect(() => {
    const page = { type: 'case', id } as const
    let isBegun = false
    const stops = [
      onSocket('page:changed', (told) => {
        if (told.type === 'case' && told.id === id) onNews()
      }),
      // Rooms end with their connection, and nobody tells later what was told meanwhile.
      onSocketReady(() => {
        const isLate = isBegun
        sayNow('page:join', page, ({ ok }) => {
          if (ok && isLate) onNews()
        })
      }),
    ]
    isBegun = true
    return () => {
      for (const stop of stops) stop()
      sayNow('page:leave', page)
    }
  }, [id, onNews])
}
