import type { ChatStanding } from '@vesper/sync/vesper/api/live-streams.ts'
import { useEffect, useState } from 'react'
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts'
import type { StreamRoom } from './use-stream-room.ts'

export type ChatPause = {
  /** Seconds until the viewer may write again; 0 for now. */
  left: number
  /** Why the viewer may not write; null when they may, and once a timeout is over. */
  silenced: ChatStanding['silenced']
  /** A line was stored. */
  said: () => void
  /** The server asks for a wait. */
  refused: (retryAfterMs: number) => void
}

/** How long the viewer has to wait before the next line, by the rules of the chat in force. */
export function useChatPause({ mode, you }: Pick<StreamRoom, 'mode' | 'you'>): ChatPause {
  const [saidAt, setSaidAt] = useState(0)
  const [refusedUntil, setRefusedUntil] = useState(0)
  const slowMs = you?.role === 'viewer' ? (mode?.slowSeconds ?? 0) * 1_000 : 0
  const left = useSecondsLeft(Math.max(slowMs === 0 ? 0 : saidAt + slowMs, refusedUntil))
  // A wait of slow mode ends with it.
  useEffect(() => setRefusedUntil(0), [slowMs])
  const silenced = you?.silenced ?? null
  const until = silenced?.until ?? null
  const isOver = useSecondsLeft(until === null ? null : Date.parse(until)) === 0 && until !== null
  return {
    left,
    silenced: isOver ? null : silenced,
    said: () => setSaidAt(Date.now()),
    refused: (retryAfterMs) => setRefusedUntil(Date.now() + retryAfterMs),
  }
}
