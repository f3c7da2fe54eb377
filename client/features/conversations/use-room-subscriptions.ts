import { useCallback, useEffect, useRef } from 'react'
import { enterRoom } from './live-events.ts'

/** Keeps the rooms of the conversations that a list shows, for their presence; returns how to tell which they are. */
export function useRoomSubscriptions(): (conversationIds: string[]) => void {
  const entered = useRef(new Map<string, () => void>())
  useEffect(() => {
    const held = entered.current
    return () => {
      for (const leave of held.values()) leave()
      held.clear()
    }
  }, [])
  return useCallback((conversationIds: string[]) => {
    const wanted = new Set(conversationIds)
    for (const [id, leave] of entered.current) {
      if (wanted.has(id)) continue
      leave()
      entered.current.delete(id)
    }
    for (const id of wanted) {
      const leave = entered.current.has(id) ? null : enterRoom(id)
      if (leave) entered.current.set(id, leave)
    }
  }, [])
}
