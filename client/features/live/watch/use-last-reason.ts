import { useState } from 'react'

/**
 * The last reason for which a viewer was put out; null for somebody who was not in. The answer of the server, which closes the
 * room and takes its reason away, comes a moment later. It is forgotten once they are in again.
 */
export function useLastReason(reason: string | null, isIn: boolean): string | null {
  const [last, setLast] = useState(reason)
  if (reason !== null && reason !== last) setLast(reason)
  if (isIn && last !== null) setLast(null)
  return reason ?? (isIn ? null : last)
}
