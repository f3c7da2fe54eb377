import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import { Reach } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { useUnit } from 'effector-react'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'
import { $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

type Aim = Pick<BroadcastContent, 'include' | 'exclude' | 'fileIds' | 'price'>

/**
 * Asks the server how many accounts a message goes to now, once it has this device's changes of lists. The answer is of
 * the moment, and never kept: one that is being read anew stands until the next, and none after an error.
 */
export function useReach({ include, exclude, fileIds, price }: Aim) {
  const isOffline = useUnit($offline)
  const areListsQueued = useAreListsQueued()
  const body = { include, exclude, fileIds, price }
  const key = isOffline || areListsQueued ? null : ['reach', JSON.stringify(body)]
  const { data, error, isValidating, mutate } = useSWR<Reach, unknown>(
    key,
    () => callApi({ path: '/performer/broadcasts/preview', method: 'POST', body, answer: Reach }),
    { ...listTiming, keepPreviousData: true },
  )
  useReadWhenBack({ key, error, read: mutate })
  const reach = error === undefined && !areListsQueued ? data : undefined
  return { isOffline, reach, isReading: isValidating, error, reload: mutate }
}

/** True until the device has looked, too: a list that the server does not have yet would be called gone. */
function useAreListsQueued(): boolean {
  const { db } = useSync()
  const queued = useLiveQuery(
    () => db.outbox.filter((record) => record.name.startsWith('fan-list.') && isQueued(record)).count(),
    [db],
  )
  return queued !== 0
}
