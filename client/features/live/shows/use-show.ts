import { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { useEffect } from 'react'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { listTiming } from '../../../core/api/use-cached-query.ts'
import { onSocket, onSocketReady } from '../../../core/live/socket.ts'

/** One show, as the server last told of it: by its events, and anew after each connection. */
export function useShow(requestId: string | null): SWRResponse<Show, unknown> {
  const response = useSWR<Show, unknown>(
    requestId === null ? null : ['show', requestId],
    () => callApi({ path: `/streaming/shows/${requestId ?? ''}`, answer: Show }),
    listTiming,
  )
  const { mutate } = response
  useEffect(() => {
    if (requestId === null) return
    const stops = [
      onSocket('show:state', (show) => void (show._id === requestId && mutate(show, { revalidate: false }))),
      onSocketReady(() => void mutate()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [requestId, mutate])
  return response
}
