import { useEffect } from 'react'
import { onSocket } from './socket.ts'

/**
 * Calls back when the server says that a thing is shown no more, or again, to whose page is in the room of the thing, or is
 * blocked by its creator.
 */
export function usePageChanges(id: string | undefined, onChange: () => void): void {
  useEffect(() => {
    if (id === undefined) return
    return onSocket('page:changed', (told) => {
      if (told.id === id) onChange()
    })
  }, [id, onChange])
}
