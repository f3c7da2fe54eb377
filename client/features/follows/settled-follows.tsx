import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { followLane } from '@vesper/sync/vesper/mutations/follows.ts'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'

type Props = { children: (followed: ReadonlySet<string> | undefined) => ReactNode }

/**
 * Hands on whom the account follows when the page opens, by id; undefined while that is being read. A follow that still waits
 * to be sent is left out, and so is one that is made meanwhile: their cards stay and say so.
 */
export function SettledFollows({ children }: Props) {
  return (
    <WithSync fallback={children(undefined)}>
      <Read>{children}</Read>
    </WithSync>
  )
}

function Read({ children }: Props) {
  const { db } = useSync()
  const read = useLiveQuery(async () => {
    const ids = await db.follows.toCollection().primaryKeys()
    const lanes = await db.outbox.where('lane').anyOf(ids.map(followLane)).toArray()
    const waiting = new Set(lanes.map(({ lane }) => lane))
    return new Set(ids.filter((id) => !waiting.has(followLane(id))))
  }, [db])
  const [first, setFirst] = useState(read)
  if (!first && read) setFirst(read)
  return children(first)
}
