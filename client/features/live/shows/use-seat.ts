import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import type { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import { useCallback, useEffect, useState } from 'react'
import { useShow } from './use-show.ts'

export type Seat = {
  /** The seat that is open; null without one. */
  open: Show | null
  /** The seat that has ended on this page, until `forget`. */
  ended: Show | null
  forget: () => void
}

/** The fan's own seat in the group show of a page. A seat that had ended before the page was opened is none. */
export function useSeat({ stream, showId }: Pick<JoinAnswer, 'stream' | 'showId'>): Seat {
  const given = stream.kind === 'group' ? showId : null
  const [id, setId] = useState(given)
  if (given !== null && given !== id) setId(given)
  const { data: show = null } = useShow(id)
  const isOpen = show?.status === 'accepted' || show?.status === 'active'
  // An answer that the device kept may name a seat of before.
  const [seenId, setSeenId] = useState<string | null>(null)
  useEffect(() => {
    if (isOpen) setSeenId(id)
  }, [isOpen, id])
  const forget = useCallback(() => setId(null), [])
  return { open: isOpen ? show : null, ended: !isOpen && seenId === id ? show : null, forget }
}
