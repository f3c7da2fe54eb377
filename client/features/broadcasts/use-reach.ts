import { Reach } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { useUnit } from 'effector-react'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'
import { $offline } from '../../core/connection/model.ts'

type Aim = Pick<BroadcastContent, 'include' | 'exclude' | 'fileIds' | 'price'>

/** Asks the server how many accounts a message goes to now. The answer is of the moment, and never kept. */
export function useReach({ include, exclude, fileIds, price }: Aim) {
  const isOffline = useUnit($offline)
  const body = { include, exclude, fileIds, price }
  const key = isOffline ? null : ['reach', JSON.stringify(body)]
  const response = useSWR<Reach, unknown>(
    key,
    () => callApi({ path: '/performer/broadcasts/preview', method: 'POST', body, answer: Reach }),
    { ...listTiming, keepPreviousData: true },
  )
  useReadWhenBack({ key, error: response.error, read: response.mutate })
  return { isOffline, reach: response.data, isReading: response.isValidating, ...pick(response) }
}

function pick({ error, mutate }: { error: unknown; mutate: () => Promise<unknown> }) {
  return { error, reload: mutate }
}
