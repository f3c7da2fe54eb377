import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { useEffect, useState } from 'react'

/**
 * The `seq` after which the 'New messages' line stands; null for no line. It is set when the thread is opened, stays while it
 * is being read, and moves only when somebody comes back to the page and finds new ones.
 */
export function useUnreadDivider({ readSeq, totalNotSeenMessages }: Conversation): number | null {
  const [afterSeq, setAfterSeq] = useState(totalNotSeenMessages > 0 ? readSeq : null)
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && totalNotSeenMessages > 0) setAfterSeq(readSeq)
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [readSeq, totalNotSeenMessages])
  return afterSeq
}
