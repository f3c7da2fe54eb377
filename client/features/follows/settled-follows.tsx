import { followLane } from '@vesper/sync/vesper/mutations/follows.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'

type Props = { children: (followed: ReadonlySet<string> | undefined) => ReactNode }

/**
 * Hands on whom the account follows, by id; undefined while that is being read. A follow that waits to be sent, or did while
 * the page was open, is left out: its card stays and says so.
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
  const madeHere = useRef(new Set<string>())
  const followed = useLiveQuery(async () => {
    const ids = await db.follows.toCollection().primaryKeys()
    const records = await db.outbox.where('lane').anyOf(ids.map(followLane)).toArray()
    const waiting = new Set(records.map(({ lane }) => lane))
    for (const id of ids) if (waiting.has(followLane(id))) madeHere.current.add(id)
    return new Set(ids.filter((id) => !madeHere.current.has(id)))
  }, [db])
  return children(followed)
}
