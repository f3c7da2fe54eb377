import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { useState } from 'react'

type Answered = { answer: Broadcast; before: Broadcast }

/** The row of a message with the server's answer to a step in it, until the row itself has changed. */
export function useAnswered<Row extends Broadcast | null | undefined>(row: Row) {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const onAnswer = (answer: Broadcast) => row && setAnswered({ answer, before: row })
  if (!row || !answered) return [row, onAnswer] as const
  const { answer, before } = answered
  if (row.state !== before.state || row.version !== before.version) return [row, onAnswer] as const
  const { state, version, goesAt, updatedAt, returned } = answer
  return [{ ...row, state, version, goesAt, updatedAt, returned }, onAnswer] as const
}
