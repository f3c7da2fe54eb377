import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { useCallback, useRef, useState } from 'react'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { attempt } from './wait-for-sync-attempt.ts'

/** `isTrying`: an attempt is being made; `ids`: the records for which the latest ones were asked. */
export type Retries = { isTrying: boolean; ids: ReadonlySet<string>; retry: (records: OutboxRecord[]) => Promise<void> }

/** Tries anew at the press of a button, and knows for what and for how long. Attempts that overlap count as one. */
export function useRetries(sync: Sync): Retries {
  const [running, setRunning] = useState(0)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const count = useRef(0)
  const retry = useCallback(
    async (records: OutboxRecord[]) => {
      const asked = records.map(({ id }) => id)
      const overlaps = count.current > 0
      setIds((before) => new Set(overlaps ? [...before, ...asked] : asked))
      setRunning((count.current += 1))
      try {
        await attempt(sync, async () => {
          for (const { id, state } of records) if (state === 'rejected') await sync.retry(id)
          sync.wake('manual')
        })
      } finally {
        setRunning((count.current -= 1))
      }
    },
    [sync],
  )
  return { isTrying: running > 0, ids, retry }
}
