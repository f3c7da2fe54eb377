import { followLane } from '@vesper/sync/vesper/mutations/follows.ts'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

type Props = {
  /** All follows are on this device, or cannot be had now. */
  isWhole: boolean
  children: (followed: ReadonlySet<string> | undefined) => ReactNode
}

/**
 * Hands on whom the account follows, by id; undefined until all are here and have been read. A follow that waits to be sent,
 * or did while the page was open, is left out: its card stays and says so.
 */
export function SettledFollows({ isWhole, children }: Props) {
  return (
    <WithSync fallback={children(undefined)} canWait>
      <Read isWhole={isWhole}>{children}</Read>
    </WithSync>
  )
}

function Read({ isWhole, children }: Props) {
  const { db } = useSync()
  const madeHere = useRef(new Set<string>())
  const found = useLiveQuery(async () => {
    const ids = await db.follows.toCollection().primaryKeys()
    const records = await db.outbox.where('lane').anyOf(ids.map(followLane)).toArray()
    const waiting = new Set(records.map(({ lane }) => lane))
    for (const id of ids) if (waiting.has(followLane(id))) madeHere.current.add(id)
    return { isWhole, followed: new Set(ids.filter((id) => !madeHere.current.has(id))) }
  }, [db, isWhole])
  // An earlier reading lacks some.
  return children(found?.isWhole ? found.followed : undefined)
}
