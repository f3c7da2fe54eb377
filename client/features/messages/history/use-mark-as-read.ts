import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Sync } from '../../../core/sync/sync-provider.tsx'

/** News that comes fast is read in one go. */
const PAUSE_MS = 400

type Options = {
  sync: Sync
  conversation: Conversation
  /** `seq` of the newest confirmed message on this device. */
  newestSeq: number | null
}

/** Tells that the conversation is read as far as the newest, once that is on screen and the page is looked at. */
export function useMarkAsRead({ sync, conversation, newestSeq }: Options): { onAtEnd: (atEnd: boolean) => void } {
  const [atEnd, setAtEnd] = useState(false)
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')
  const { _id: conversationId, readSeq } = conversation
  const isUnread = newestSeq !== null && newestSeq > readSeq
  const waiting = useRef<() => void>(null)
  // Before the cleanup below: what was on screen is read, and leaving the thread does not wait for the pause.
  useEffect(() => () => waiting.current?.(), [sync, conversationId])
  useEffect(() => {
    if (!atEnd || !isVisible || !isUnread) return
    const read = () => {
      waiting.current = null
      void sync.mutate('conversation.read-all', { conversationId, seq: newestSeq }).catch((error: unknown) => {
        console.warn('That the conversation was read could not be kept', error)
      })
    }
    waiting.current = read
    const timer = setTimeout(read, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      waiting.current = null
    }
  }, [sync, conversationId, newestSeq, atEnd, isVisible, isUnread])
  return { onAtEnd: setAtEnd }
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
